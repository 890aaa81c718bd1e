import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/list.css";

export interface StatementRowProps extends TapTarget {
  readonly icon: IconName;
  /** Refunds are firm, wins turf, nothing else is coloured. */
  readonly tone?: "turf" | "firm" | undefined;
  /** "Each Way · Wattle Ridge R5". */
  readonly title: string;
  /** "14:32 · WR5-7K2M-0482". */
  readonly meta: string;
  /** "−$20.00" and, after it, the balance: "1,264.50"; the first is set large. */
  readonly figures: readonly string[];
}

/** One movement of money. */
export function StatementRow(props: StatementRowProps): ReactNode {
  const [amount, ...others] = props.figures;
  return (
    <Tap className="statement-row" href={props.href} onPress={props.onPress}>
      <span className="tile centred" data-tone={props.tone}>
        <Icon name={props.icon} />
      </span>
      <span className="row-text">
        <b>{props.title}</b>
        <span className="mute">{props.meta}</span>
      </span>
      <span className="statement-figures fig">
        <b className={props.tone}>{amount}</b>
        {others.map((figure) => (
          <span key={figure} className="mute">
            {figure}
          </span>
        ))}
      </span>
    </Tap>
  );
}
