import { useId, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import "./styles/sport.css";

export interface MarketGroupProps {
  /** "Goals over / under". */
  readonly title: string;
  /** The selected line beside the title: "2.5". */
  readonly line?: string | undefined;
  /** "Suspended", "Settled". */
  readonly state?: string | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One kind of market of a match; it can be folded. */
export function MarketGroup(props: MarketGroupProps): ReactNode {
  const id = useId();
  return (
    <section className="market">
      <h3>
        <button
          type="button"
          aria-expanded={props.open}
          aria-controls={id}
          onClick={props.onToggle}
        >
          {props.title}
          {props.line !== undefined && <span className="market-line fig">{props.line}</span>}
          {props.state !== undefined && <small>{props.state}</small>}
          <Icon name="chevron-down" />
        </button>
      </h3>
      <div id={id} className="market-body" hidden={!props.open}>
        {props.open && props.children}
      </div>
    </section>
  );
}

export interface MarketLinesProps {
  readonly label: string;
  readonly lines: readonly { readonly id: string; readonly label: string }[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/** The lines that a market is offered at: one is selected. */
export function MarketLines(props: MarketLinesProps): ReactNode {
  return (
    <div className="market-lines" role="group" aria-label={props.label}>
      {props.lines.map((line) => (
        <button
          key={line.id}
          type="button"
          className="fig"
          aria-pressed={line.id === props.selectedId}
          onClick={() => props.onSelect(line.id)}
        >
          {line.label}
        </button>
      ))}
    </div>
  );
}

/** The outcomes of a market: two or three side by side, many in a grid. */
export function MarketOdds(props: {
  readonly count: number;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="market-odds" data-many={props.count > 3 || undefined}>
      {props.children}
    </div>
  );
}
