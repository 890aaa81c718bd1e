import type { ReactNode } from "react";
import { Rail } from "./Rail.tsx";
import "./styles/board.css";
import "./styles/sport.css";

export interface MatchBoardProps {
  readonly home: string;
  readonly away: string | null;
  /** "v" between two sides. */
  readonly versus: string;
  readonly score?: { readonly home: string; readonly away: string } | undefined;
  /** "Today 15:00 · 12 markets". */
  readonly meta: ReactNode;
  /** The state: a countdown, LIVE, a word. */
  readonly end?: ReactNode;
}

/** The head of a match on the board. */
export function MatchBoard(props: MatchBoardProps): ReactNode {
  const { home, away, score } = props;
  return (
    <section className="board">
      <div className="match-board across gap-3">
        <div>
          <h2>{away === null ? home : `${home} ${props.versus} ${away}`}</h2>
          <p className="mute">{props.meta}</p>
        </div>
        {score !== undefined && (
          <b className="match-board-score fig">{`${score.home}–${score.away}`}</b>
        )}
        {props.end}
      </div>
      <Rail />
    </section>
  );
}
