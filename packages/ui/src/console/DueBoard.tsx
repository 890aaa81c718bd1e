import type { ReactNode } from "react";
import { Countdown } from "../Countdown.tsx";
import "../styles/console.css";

export interface DueBoardProps {
  readonly label: string;
  readonly startsAt: number;
  /** Instead of the countdown: how long it has been due. */
  readonly clock?: ReactNode;
  /** "Wattle Ridge R5". */
  readonly title: string;
  /** "Paperbark Handicap · 11 starters, 1 scratched". */
  readonly meta: string;
  /** "closes by itself at 14:35:00 · …". */
  readonly note?: string | undefined;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  readonly acts: ReactNode;
}

/** The race that is due, on the board, with its acts. */
export function DueBoard(props: DueBoardProps): ReactNode {
  return (
    <section className="c-due board" aria-label={props.label}>
      {props.clock ?? <Countdown at={props.startsAt} size="clock" />}
      <div className="c-due-name">
        <p>
          <b>{props.title}</b> <span>{props.meta}</span>
        </p>
        {props.note !== undefined && <p>{props.note}</p>}
      </div>
      {props.figures.map((figure) => (
        <div className="c-due-figure" key={figure.label}>
          <span>{figure.label}</span>
          <b className="fig">{figure.value}</b>
        </div>
      ))}
      <div className="c-due-acts">{props.acts}</div>
    </section>
  );
}
