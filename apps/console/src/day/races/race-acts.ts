import type { RaceStatus, RunnerLine } from "@club/contract";
import type { EndName } from "../../api/race-changes.ts";
import type { ActBody, ActName } from "../../api/race.ts";

/** What the acts need to know of a race: a line of the run sheet or the whole race. */
export interface ActRace {
  readonly race_id: string;
  readonly raceNo: number;
  readonly status: RaceStatus;
  readonly start_time: string;
  /** On the race's page the field, on the run sheet only its size. */
  readonly runners: number | readonly RunnerLine[];
}

/** The answers given in an act's dialog. */
export interface ActAnswer extends ActBody {
  /** For a walk-over. */
  readonly runner?: number;
}

export interface ActRule {
  readonly name: ActName | EndName;
  /** The key that does it; none for what should take more than one key. */
  readonly key: string | undefined;
  /** What the dialog asks for; none: it is done at once. */
  readonly asks: "nothing" | "confirm" | "reason" | "reason-and-start" | "reason-and-runner";
  readonly isDanger: boolean;
}

const OPEN: ActRule = { name: "open", key: "o", asks: "nothing", isDanger: false };
/** After a close, betting opens again only for a delayed start. */
const REOPEN: ActRule = { name: "open", key: "o", asks: "reason-and-start", isDanger: false };
const DELAY: ActRule = { name: "delay", key: "d", asks: "reason-and-start", isDanger: false };
const CLOSE: ActRule = { name: "close", key: "c", asks: "confirm", isDanger: true };
const ABANDON: ActRule = { name: "abandon", key: undefined, asks: "reason", isDanger: true };

/** An end without a contest is declared on the race's page, where its field can be seen. */
const WALK_OVER: ActRule = {
  name: "walk-over",
  key: undefined,
  asks: "reason-and-runner",
  isDanger: true,
};
const NO_RACE: ActRule = { name: "no-race", key: undefined, asks: "reason", isDanger: true };

/** All acts that a race allows now. */
export function actsOfRace({ status, runners }: ActRace): readonly ActRule[] {
  const acts = actsOf(status);
  if (typeof runners === "number") return acts;
  if (status === "open") return [...acts, WALK_OVER];
  return ["closed", "interim", "final"].includes(status) ? [...acts, WALK_OVER, NO_RACE] : acts;
}

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
