import type { RaceStatus } from "@club/contract";
import type { ActName } from "../api/race.ts";

/** What the acts need to know of a race: a line of the run sheet or the whole race. */
export interface ActRace {
  readonly race_id: string;
  readonly raceNo: number;
  readonly status: RaceStatus;
  readonly start_time: string;
}

export interface ActRule {
  readonly name: ActName;
  /** The key that does it; none for what should not be one key away. */
  readonly key: string | undefined;
  /** What the dialog asks for; none: it is done at once. */
  readonly asks: "nothing" | "confirm" | "reason" | "reason-and-start";
  readonly isDanger: boolean;
}

const OPEN: ActRule = { name: "open", key: "o", asks: "nothing", isDanger: false };
/** After a close betting opens again for a delayed start alone. */
const REOPEN: ActRule = { name: "open", key: "o", asks: "reason-and-start", isDanger: false };
const DELAY: ActRule = { name: "delay", key: "d", asks: "reason-and-start", isDanger: false };
const CLOSE: ActRule = { name: "close", key: "c", asks: "confirm", isDanger: true };
const ABANDON: ActRule = { name: "abandon", key: undefined, asks: "reason", isDanger: true };

/** The acts that the status of a race allows, the likeliest first. Source: docs/rules. */
export function actsOf(status: RaceStatus): readonly ActRule[] {
  switch (status) {
    case "draft":
      return [OPEN, DELAY, ABANDON];
    case "open":
      return [DELAY, CLOSE, ABANDON];
    case "closed":
      return [REOPEN, ABANDON];
    case "interim":
    case "final":
      return [ABANDON];
    case "settled":
    case "abandoned":
      return [];
  }
}
