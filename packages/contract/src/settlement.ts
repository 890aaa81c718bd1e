import { POOL_CODES, POOL_OUTCOMES } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant, reason } from "./call.ts";

/** Where the money of one pool goes: projected by a dry run, or done by settling. */
export const poolNumbers = z.object({
  pool: z.enum(POOL_CODES),
  pool_id: id,
  /** Leg 1 of a double, else the race itself. */
  race_id: id,
  /** Leg 2 of a double. */
  race_id2: id.nullable(),
  status: z.enum(POOL_OUTCOMES),
  gross_cents: cents,
  /** Refunds beside `gross_cents`: scratchings, an abandoned race, too few starters. */
  refunded_cents: cents,
  jackpot_in_cents: cents,
  takeout_cents: cents,
  net_cents: cents,
  /** By combination, cents per 1.00 staked, stake included. */
  dividends_cents: z.record(z.string(), cents),
  /** By combination, how many unit stakes were bet on it. */
  winning_tickets: z.record(z.string(), z.int()),
  paid_cents: cents,
  breakage_cents: cents,
  house_topup_cents: cents,
  jackpot_out_cents: cents,
  book_result_cents: cents,
  /** Backed winners without a declared dividend: the race cannot be settled until they have one. */
  missing_dividends: z.array(z.string()),
});
export type PoolNumbers = z.infer<typeof poolNumbers>;

/** Every number of a race, before or after its money moves. */
export const raceNumbers = z.object({
  race_id: id,
  result_version: z.int(),
  places_paid: z.int(),
  /** For every pool, money in equals money out to the cent. */
  balanced: z.boolean(),
  pools: z.array(poolNumbers),
});
export type RaceNumbers = z.infer<typeof raceNumbers>;

export const settleRace = defineCall("POST /api/operator/races/:race_id/settle", {
  asksAgain: false,
  summary:
    "Settles a race by a final result: pays every bet, once. Repeating it changes nothing and answers the same numbers.",
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.object({ result_version: z.int().min(1).max(1_000_000) }),
  data: raceNumbers.extend({
    status: z.enum(["final", "settled"]),
    settled_at: instant.nullable(),
  }),
});

const steering = {
  access: ["owner", "results_clerk"],
  params: z.object({ race_id: id }),
  body: z.strictObject({ reason }),
  data: z.object({ race_id: id, settling_stopped: z.boolean() }),
} as const;

export const stopSettling = defineCall("POST /api/operator/races/:race_id/settle/stop", {
  asksAgain: false,
  summary: "Stops settling between two chunks: what is paid stays paid, the rest waits.",
  ...steering,
});

export const resumeSettling = defineCall("POST /api/operator/races/:race_id/settle/resume", {
  asksAgain: false,
  summary: "Lets settling that was stopped go on from where it stands.",
  ...steering,
});
