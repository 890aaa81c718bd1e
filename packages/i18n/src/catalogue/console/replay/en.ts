import type { Messages } from "../../../translate.ts";

/** Days that were made again from stored facts. */
export const en = {
  "replay.title": "Days made again",
  "replay.what":
    "Every night the club makes each day again from its bets, results and rules, and compares it with the tables.",
  "replay.broken": "Not equal to the tables: {days}",
  "replay.equal.one": "{n} comparison, equal",
  "replay.equal.other": "{n} comparisons, all equal",
  "replay.differs": "differs: {check}",
} as const satisfies Messages;

export type ReplayKey = keyof typeof en;
