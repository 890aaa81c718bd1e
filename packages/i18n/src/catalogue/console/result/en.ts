import type { Messages } from "../../../translate.ts";

/** Entering results twice, corrections, incidents. */
export const en = {
  "approvalKind.race.correct": "Correction of a result",
  "correct.open": "Correct the result",
  "correct.title": "Correct {race}",
  "correct.text":
    "The race was settled by {now}. A second operator has to approve another result; nothing moves before.",
  "correct.field": "Right result",
  "correct.look": "Show who gets what",
  "correct.ask": "Ask a second operator",
  "correct.asked": "A second operator has to approve it.",
  "correct.same": "This is the result that stands.",
  "correct.reasonMissing": "The reason is missing.",
  "correct.players": "Players whose money changes",
  "correct.sums": "{n} players. More: {up}. Less: {down}. Borne by the club: {borne}.",
  "correct.nobody": "Nobody’s money changes.",
  "correct.diff": "Difference",
  "correct.cash": "Balance now",
  "correct.held": "Held",
  "correct.borne": "Club bears",
} as const satisfies Messages;

export type ResultKey = keyof typeof en;
