import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { Spoken } from "./Spoken.tsx";
import "./styles/race.css";

export interface ColumnHeadProps {
  readonly title: string;
  /** A tap changes the order: a chevron follows the title. */
  readonly onSort?: (() => void) | undefined;
  readonly sortLabel?: string | undefined;
  /** A word before the columns: "approx.". */
  readonly hint?: string | undefined;
  /** prices: over the price cells of runners; result: over dividends, at the right. */
  readonly look?: "prices" | "result" | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly end?: ReactNode;
}

/** The head of the runners or of a result: what the columns are, said once. */
export function ColumnHead(props: ColumnHeadProps): ReactNode {
  return (
    <div className="column-head across" data-look={props.look ?? "prices"}>
      {props.onSort === undefined ? (
        <h3>{props.title}</h3>
      ) : (
        <button type="button" onClick={props.onSort}>
          <Spoken label={props.sortLabel}>
            {props.title}
            <Icon name="chevron-down" />
          </Spoken>
        </button>
      )}
      {props.hint !== undefined && <span className="column-head-hint">{props.hint}</span>}
      {props.columns?.map((column) => (
        <span className="column-head-cell" key={column}>
          {column}
        </span>
      ))}
      {props.end !== undefined && <span className="column-head-end">{props.end}</span>}
    </div>
  );
}
