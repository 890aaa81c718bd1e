import type { ReactNode } from "react";
import { Countdown } from "./Countdown.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/race.css";

export type RaceChipState = "ran" | "open" | "next" | "interim" | "closed" | "abandoned";

export interface RaceChipProps extends TapTarget {
  readonly number: number;
  readonly state: RaceChipState;
  /** Result when run ("6-2-9"), clock time when open, the word when interim or abandoned. */
  readonly text: string;
  /** For `next`: the chip counts down instead of its text. */
  readonly startsAt?: number | undefined;
  /** "Race 5, open, 14:35". */
  readonly label: string;
}

/** One race of a meeting. */
export function RaceChip({
  number,
  state,
  text,
  startsAt,
  label,
  ...tap
}: RaceChipProps): ReactNode {
  return (
    <Tap className="race-chip across fig" state={state} label={label} {...tap}>
      <span className="race-chip-number">{number}</span>
      <span className="race-chip-text">
        {state === "next" && startsAt !== undefined ? <Countdown at={startsAt} /> : text}
      </span>
    </Tap>
  );
}
