import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";
import { DAY_READERS } from "./desk-roles.ts";
import { declaredEntry, inquiry, unplacedRunner } from "./results.ts";
import { raceTipLine, resultRunLine } from "./runs.ts";
import {
  DIVIDEND_MODES,
  declaredDividend,
  meetingLine,
  placings,
  poolCode,
  raceFace,
  raceLine,
  saddleNumber,
} from "./races.ts";

const CONTROLLERS = ["pool_controller"] as const;

const params = z.object({ race_id: id });
const reason = z.string().trim().max(500);
/** One shape for all acts on a race; an act ignores what it does not use. */
const act = z.strictObject({ reason: reason.nullish(), start_time: instant.nullish() }).nullish();

/** A race on the run sheet, with what an operator needs to decide. */
export const operatorRaceLine = raceLine.extend({
  opened_at: instant.nullable(),
  closed_at: instant.nullable(),
  runners: z.int(),
  scratched: z.int(),
  bets: z.int(),
  gross_cents: cents,
  /** Who entered the result that waits for a second operator; null: none does. */
  result_waits_of: z.string().nullable(),
});

export const operatorMeeting = meetingLine.omit({ races: true }).extend({
  rule_set: z.string(),
  dividends: z.enum(DIVIDEND_MODES),
  races: z.array(operatorRaceLine),
});
export type OperatorMeeting = z.infer<typeof operatorMeeting>;

export const listMeetings = defineCall("GET /api/operator/meetings", {
  summary: "The meetings of a day with all of their races, drafts too.",
  access: DAY_READERS,
  query: z.object({ day }),
  list: z.array(operatorMeeting),
});

const resultVersion = z.object({
  version: z.int(),
  stage: z.enum(["interim", "final"]),
  placings,
  is_stale: z.boolean(),
  entered_by: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  reason: z.string().nullable(),
  entered_at: instant,
  unplaced: z.array(unplacedRunner),
  /** The official dividends that were entered with it. */
  declared_dividends: z.array(declaredEntry).nullable(),
});

const refundJob = z.object({
  pool_id: id,
  pool: z.string(),
  cause: z.string(),
  /** The totals to be refunded, and what has been. */
  bets: z.int().nullable(),
  due_cents: cents.nullable(),
  refunded_bets: z.int(),
  refunded_cents: cents,
  is_done: z.boolean(),
});

const settlementLine = z.object({
  settlement_id: id,
  pool_id: id,
  pool: z.string(),
  race_id: id,
  result_version: z.int(),
  step: z.enum(["computed", "posting", "posted", "announced"]),
  paid_cents: cents,
  refunded_cents: cents,
  /** Winning bets paid so far, and what the plan pays in all. */
  bets_paid: z.int(),
  planned_cents: cents,
});

const logLine = z.object({
  at: instant,
  action: z.string(),
  operator: z.string().nullable(),
  reason: z.string().nullable(),
});

export const operatorRace = raceFace.extend({
  rule_set: z.string(),
  /** Who pays: club or declared. The dividends themselves are in `dividend_list`. */
  dividends: z.enum(DIVIDEND_MODES),
  dividend_list: z.array(declaredDividend),
  opened_at: instant.nullable(),
  bets: z.int(),
  /** Live stakes of all pools of the race; doubles stand with leg 1. */
  gross_cents: cents,
  results: z.array(resultVersion),
  refund_jobs: z.array(refundJob),
  settlements: z.array(settlementLine),
  inquiries: z.array(inquiry),
  /** When settling was stopped, and by whom. */
  settling_stopped: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  /** What takes no bets for now: the whole race, or these pools. */
  paused: z.boolean(),
  paused_pools: z.array(id),
  /**
   * Of an abandoned race: pools of several races that wait for official dividends, with the backed winners that have
   * none ("4-F": the field); named by their first and last race. They are declared by abandoning the race again with them, or given back.
   */
  waiting_doubles: z
    .array(
      z.object({
        pool_id: id,
        pool: poolCode,
        race_id: id,
        race_id2: id,
        combinations: z.array(z.string()),
      }),
    )
    .optional(),
  log: z.array(logLine),
  /** What is said of runners, by saddle number, and how they ran. */
  comments: z.record(z.string(), z.string()),
  runs: z.array(resultRunLine),
  tips: z.array(raceTipLine),
});
export type OperatorRace = z.infer<typeof operatorRace>;

export const getOperatorRace = defineCall("GET /api/operator/races/:race_id", {
  summary: "One race, drafts too, with its pools, money, results, refunds and log.",
  access: DAY_READERS,
  params,
  data: operatorRace,
});

/** What waits for a second operator, with four eyes. */
const pendingAct = z.object({ race_id: id, status: z.literal("pending"), approval_id: id });

const onRace = { asksAgain: false, access: CONTROLLERS, params } as const;

export const openRace = defineCall("POST /api/operator/races/:race_id/open", {
  ...onRace,
  summary:
    "Opens a draft for bets. A closed race opens again for a delayed start alone: with `reason` and a later `start_time`; with four eyes it is `pending` until another operator approves.",
  body: act,
  data: z.union([operatorRace, pendingAct]),
});

export const closeRace = defineCall("POST /api/operator/races/:race_id/close", {
  ...onRace,
  summary: "Closes betting. No bet of the race has an `accepted_at` later than its `closed_at`.",
  body: act,
  data: operatorRace,
});

export const delayRace = defineCall("POST /api/operator/races/:race_id/delay", {
  ...onRace,
  summary: "Moves the start of a race that is not closed to a later time.",
  body: act,
  data: operatorRace,
});

export const abandonRace = defineCall("POST /api/operator/races/:race_id/abandon", {
  ...onRace,
  summary:
    "Abandons a race: every stake of it goes back. Pools of several races with official dividends that wait for it alone may be declared with it, or later by the same call.",
  body: z
    .strictObject({
      reason: reason.nullish(),
      start_time: instant.nullish(),
      declared_dividends: z.array(declaredEntry).max(2000).nullish(),
    })
    .nullish(),
  data: operatorRace.extend({ refunded_bets: z.int(), refunded_cents: cents }),
});

export const scratchRunner = defineCall("POST /api/operator/races/:race_id/scratch", {
  ...onRace,
  summary: "Scratches a runner; answers what comes back to players, which goes on by itself.",
  body: z.strictObject({
    horse_id: z.union([
      saddleNumber,
      z
        .string()
        .regex(/^[1-9]\d?$/)
        .transform(Number),
    ]),
    reason: reason.nullish(),
  }),
  data: operatorRace.extend({
    horse_id: z.int(),
    refunded_bets: z.int(),
    refunded_cents: cents,
  }),
});

export const DAY_SIGNS = ["one_player", "pool_jump"] as const;

/** Something odd about a pool of a race that starts soon. */
export const daySign = z.object({
  kind: z.enum(DAY_SIGNS),
  pool_id: id,
  pool: poolCode,
  race_id: id,
  raceNo: z.int(),
  meetings: z.string(),
  gross_cents: cents,
  /** One player's stake in it, or what came in within a minute. */
  cents,
  player_id: id.nullable(),
  at: instant,
});
export type DaySign = z.infer<typeof daySign>;

export const getDaySigns = defineCall("GET /api/operator/signs", {
  summary:
    "Odd signs of the day: one player over half a pool, pools that jump; refused bets by reason and the time of a bet, of the last ten minutes in this process.",
  access: DAY_READERS,
  data: z.object({
    signs: z.array(daySign),
    refused: z.array(z.object({ code: z.string(), count: z.int() })),
    intake_p99_ms: z.int().nullable(),
    intake_waiting: z.int(),
  }),
});
export type DaySigns = z.infer<typeof getDaySigns.data>;
