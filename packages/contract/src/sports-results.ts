import { OUTCOME_VERDICTS } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant } from "./call.ts";
import { ORDER_STATUSES } from "./orders.ts";
import { SPORT_RESULT_KINDS } from "./sports-desk-views.ts";
import { SETTLERS } from "./desk-roles.ts";
import { sportMarket } from "./sports.ts";

const eventParams = z.object({ event_id: id });
const reason = z.string().trim().max(500);
const fullScore = z.strictObject({ home: z.int().min(0).max(999), away: z.int().min(0).max(999) });

const verdicts = z.strictObject({
  markets: z
    .array(
      z.strictObject({
        market_id: id,
        outcomes: z.record(id, z.enum(OUTCOME_VERDICTS)),
        /** Of a dead heat: how many tied, for how many places (default 2 for 1). */
        dead_heat: z
          .strictObject({ tied: z.int().min(2).max(100), places: z.int().min(1).max(99) })
          .nullish(),
      }),
    )
    .min(1)
    .max(200),
  /** Shown to players beside what the markets pay on. */
  score: fullScore.nullish(),
});
/** By the score (markets derive their outcome; an outright needs its own), by market, or all void. */
const resultForm = z.union([
  z.strictObject({
    score: fullScore,
  }),
  z.strictObject({ void: z.literal(true), reason: reason.min(1) }),
  /** Stopped for good: what is decided stands where the sport says so, the rest is void. */
  z.strictObject({
    abandoned: z.literal(true),
    score: fullScore.nullish(),
    reason: reason.min(1),
  }),
  verdicts,
]);
export type SportResultForm = z.infer<typeof resultForm>;

/** What settling by a result does: shown before anything moves, and after. */
export const sportNumbers = z.object({
  event_id: id,
  result_version: z.int(),
  kind: z.enum(SPORT_RESULT_KINDS),
  score: z.object({ home: z.int(), away: z.int() }).nullable(),
  /** With four eyes a result waits until a second operator has entered the same. */
  is_confirmed: z.boolean(),
  markets: z.array(sportMarket),
  /** Bets with a leg in the event. */
  bets: z.int(),
  /** Bets that it decides: singles, and multiples whose other legs are known. */
  decided_bets: z.int(),
  waiting_bets: z.int(),
  /** Of the decided ones. */
  stakes_cents: cents,
  payout_cents: cents,
  refund_cents: cents,
  /** What the sports book keeps of them: stakes - payouts - refunds; below 0: what it loses. */
  book_result_cents: cents,
  /** stakes = payout + refund + book result. */
  balanced: z.boolean(),
});
export type SportNumbers = z.infer<typeof sportNumbers>;

export const enterSportResult = defineCall("POST /api/operator/sports/events/:event_id/result", {
  asksAgain: false,
  summary: "Enters a result and answers what settling by it would do. Moves no money.",
  access: SETTLERS,
  params: eventParams,
  body: resultForm,
  data: sportNumbers,
});

export const settleSportEvent = defineCall("POST /api/operator/sports/events/:event_id/settle", {
  asksAgain: false,
  summary:
    "Settles by a result: pays every bet that is decided with it, once. Repeating it changes nothing. `final` where that takes over 10 s; it goes on by itself.",
  access: SETTLERS,
  params: eventParams,
  body: z.object({ result_version: z.int().min(1).max(1_000_000) }),
  data: sportNumbers.extend({
    status: z.enum(["final", "settled", "void"]),
    settled_at: instant.nullable(),
  }),
});

const correctBase = { reason: reason.min(1), dry_run: z.boolean().nullish() };

export const correctSportEvent = defineCall("POST /api/operator/sports/events/:event_id/correct", {
  asksAgain: true,
  summary:
    "Another result for a settled event: with `dry_run` what each player gains or loses; without, it waits for another operator's approval.",
  access: SETTLERS,
  params: eventParams,
  body: z.union([
    z.strictObject({
      score: fullScore,
      ...correctBase,
    }),
    z.strictObject({ void: z.literal(true), ...correctBase }),
    verdicts.extend(correctBase),
  ]),
  data: z.object({
    event_id: id,
    players: z.array(z.object({ player_id: id, user_name: z.string(), diff_cents: cents })),
    bets: z.int(),
    diff_cents: cents,
    markets: z.array(sportMarket),
    approval_id: id.nullable(),
    status: z.enum(["dry_run", "pending"]),
  }),
});

export const voidSportOrder = defineCall("POST /api/operator/sports/orders/:order_id/void", {
  asksAgain: false,
  summary: "Cancels a sport bet that is not settled: its stake comes back, once.",
  access: ["risk", "results_clerk"],
  params: z.object({ order_id: id }),
  body: z.strictObject({ reason: reason.min(1) }),
  data: z.object({ order_id: id, status: z.enum(ORDER_STATUSES), refund_cents: cents }),
});
