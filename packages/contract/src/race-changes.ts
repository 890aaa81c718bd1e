import { RACE_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id } from "./call.ts";
import { MOST_TIPS } from "./choices.ts";
import { operatorRace } from "./race-operations.ts";
import { poolCode, saddleNumber } from "./races.ts";
import { MOST_COMMENT, raceTip } from "./runs.ts";

/* In-place changes to a race, between its card and its result. */

const WRITERS = ["card_clerk", "pool_controller"] as const;
const params = z.object({ race_id: id });
const MOST_WORDS = 500;
const reason = z.string().trim().max(MOST_WORDS);
const MOST_LETTERS = 120;
const MOST_KG = 999;
const MOST_BARRIERS = 999;
const MOST_RUNNERS = 60;
const MOST_SCRATCHED = 600;

export const offerPools = defineCall("POST /api/operator/races/:race_id/pools", {
  asksAgain: false,
  summary:
    "Says which pools of a race take bets, until it closes. WIN always does; a pool with bets stays, it is given back instead.",
  access: WRITERS,
  params,
  body: z.strictObject({
    pools: z.array(poolCode).min(1).max(RACE_POOL_CODES.length),
    reason: reason.nullish(),
  }),
  data: operatorRace,
});

/** An empty text removes the name; an absent one leaves it. */
const personName = z.string().trim().max(MOST_LETTERS);

export const changeRunner = defineCall("POST /api/operator/races/:race_id/runners/:horse_id", {
  asksAgain: false,
  summary:
    "Changes jockey, trainer, weight, barrier or the comment on a runner before the start. Players see it at once; no money moves.",
  access: WRITERS,
  params: z.object({ race_id: id, horse_id: z.coerce.number().int().min(1).max(MOST_RUNNERS) }),
  body: z.strictObject({
    jockey: personName.nullish(),
    trainer: personName.nullish(),
    weight_kg: z.number().min(1).max(MOST_KG).nullish(),
    barrier: z.int().min(1).max(MOST_BARRIERS).nullish(),
    /** What the club's desk says of it: players see whose word it is. */
    comment: z.string().trim().max(MOST_COMMENT).nullish(),
    reason: reason.nullish(),
  }),
  data: operatorRace,
});

export const changeTips = defineCall("POST /api/operator/races/:race_id/tips", {
  asksAgain: false,
  summary:
    "Says what tipsters think of a race before its start, in place of what stood there. Players see it at once; no money moves.",
  access: WRITERS,
  params,
  body: z.strictObject({
    tips: z.array(raceTip).max(MOST_TIPS),
    reason: reason.nullish(),
  }),
  data: operatorRace,
});

export const scratchMeeting = defineCall("POST /api/operator/meetings/:event_id/scratch", {
  asksAgain: false,
  summary:
    "Scratches several runners of a meeting at once; `dry_run` says what would come back. Asked again, it goes on with what is left.",
  access: ["pool_controller"],
  params: z.object({ event_id: id }),
  body: z.strictObject({
    runners: z
      .array(z.strictObject({ race_id: id, horse_id: saddleNumber }))
      .min(1)
      .max(MOST_SCRATCHED),
    reason: reason.nullish(),
    dry_run: z.boolean().nullish(),
  }),
  data: z.object({
    event_id: id,
    /** Runners that this scratched, or would. */
    scratched: z.int(),
    /** Runners that were scratched already. */
    already: z.int(),
    /** Numbers of races that stand as they are: settled, abandoned, or being settled. */
    kept: z.array(z.int()),
    /** By race number, in order. */
    races: z.array(
      z.object({ raceNo: z.int(), scratched: z.int(), refunds: z.int(), refunded_cents: cents }),
    ),
    /** What goes back: one for each bet and runner. */
    refunds: z.int(),
    refunded_cents: cents,
  }),
});

export const declareWalkOver = defineCall("POST /api/operator/races/:race_id/walk-over", {
  asksAgain: false,
  summary:
    "One runner came to the start: the others are scratched, betting closes, and the result names it alone. It is settled, and with four eyes confirmed, like any result.",
  access: ["results_clerk"],
  params,
  body: z.strictObject({
    horse_id: saddleNumber,
    reason: z.string().trim().min(1).max(MOST_WORDS),
  }),
  data: operatorRace.extend({
    scratched: z.int(),
    refunded_bets: z.int(),
    refunded_cents: cents,
    /** With four eyes it is final once a second operator has entered the same. */
    is_confirmed: z.boolean(),
  }),
});

export const declareNoRace = defineCall("POST /api/operator/races/:race_id/no-race", {
  asksAgain: false,
  summary: "A race that was started is declared void: every stake of it goes back.",
  access: ["pool_controller"],
  params,
  body: z.strictObject({ reason: z.string().trim().min(1).max(MOST_WORDS) }),
  data: operatorRace.extend({ refunded_bets: z.int(), refunded_cents: cents }),
});
