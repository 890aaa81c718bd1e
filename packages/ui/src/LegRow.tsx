import type { ReactNode } from "react";
import "./styles/list.css";
import "./styles/slip.css";

/** One position of a bet in hand, or one leg: its name, then its cloths. */
export function LegRow(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="leg-row">
      <b>{props.label}</b>
      {props.children}
    </div>
  );
}

export interface SlipRunnerProps {
  /** Cloth and silk. */
  readonly colours: ReactNode;
  readonly name: ReactNode;
  readonly meta?: ReactNode;
  /** The button that removes it. */
  readonly end?: ReactNode;
}

/** One runner of the slip, large. */
export function SlipRunner({ colours, name, meta, end }: SlipRunnerProps): ReactNode {
  return (
    <div className="leg-runner">
      {colours}
      <span className="row-text">
        <span>{name}</span>
        {meta !== undefined && <span className="mute">{meta}</span>}
      </span>
      {end}
    </div>
  );
}
