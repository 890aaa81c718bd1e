import type { ReactNode } from "react";
import { Countdown } from "./Countdown.tsx";
import "./styles/race.css";

export interface RaceHeadProps {
  /** "Paperbark Handicap". */
  readonly title: string;
  /** "Race 5 · 1400 m · Class 3 · Good 4". */
  readonly meta: string;
  /** While it is open. */
  readonly startsAt?: number | undefined;
  readonly zone?: string | undefined;
  /** After that: a Tag. */
  readonly status?: ReactNode;
}

/** The race in hand, on the board: its name and its clock. */
export function RaceHead({ title, meta, startsAt, zone, status }: RaceHeadProps): ReactNode {
  return (
    <div className="race-head across gap-3">
      <div>
        <h2>{title}</h2>
        <p>{meta}</p>
      </div>
      {startsAt !== undefined && zone !== undefined && (
        <Countdown at={startsAt} size="clock" zone={zone} />
      )}
      {status}
    </div>
  );
}
