import { MULTI_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";
import { DAY_READERS } from "./desk-roles.ts";
import { declaredDividend, multiPoolLine, raceStatus } from "./races.ts";

/* Pools of three races and more: what a meeting offers, and how they stand while their races run. */

export const MOST_POOLS = 20;
const MOST_LEGS = 6;
const MOST_LETTERS = 60;
const MOST_GUARANTEE_CENTS = 100_000_000_000;
const HIGHEST_RACE = 99;

export const multiPoolLeg = z.object({
  leg: z.int(),
  race_id: id,
  raceNo: z.int(),
  race_name: z.string(),
  start_time: instant,
  status: raceStatus,
  /** Saddle numbers that win the leg, of an official result; null while there is none. */
  winners: z.array(z.int()).nullable(),
  /** Abandoned: every runner wins it, unless all stakes come back. */
  void: z.boolean(),
  /** Once its betting has closed: runners that did not run and for which its favourite counts. */
  withdrawn: z.array(z.int()),
  favourite: z.int().nullable(),
});
export type MultiPoolLeg = z.infer<typeof multiPoolLeg>;

/** What the pool would pay if this runner alone won the leg that is left. */
export const willPay = z.object({
  horse_id: z.int(),
  /** Stakes that would have all legs right. */
  stakes_cents: cents,
  /** Per 1.00; null: nobody would have all legs right. */
  dividend_cents: cents.nullable(),
  /** Of a second prize; null: nobody would win it, or there is none. */
  minor_dividend_cents: cents.nullable(),
});
export type WillPayLine = z.infer<typeof willPay>;

export const getMultiPool = defineCall("GET /api/multi-pools/:multi_pool_id", {
  summary:
    "A pool of three races and more: its legs, what is still alive after each, and once one leg is left what each of its runners would pay.",
  access: "public",
  params: z.object({ multi_pool_id: id }),
  data: multiPoolLine.extend({
    event_id: id,
    meetings: z.string(),
    date: day,
    takeout_bps: z.int(),
    legs: z.array(multiPoolLeg),
    /** Legs with an official result, or abandoned. */
    decided: z.int(),
    /** Stakes on combinations that may still have all legs right. */
    live_cents: cents,
    /** By runner of the one leg that is left; empty before. */
    will_pays: z.array(willPay),
    /** Once it is settled: each prize. */
    dividends: z.array(declaredDividend),
  }),
});
export type MultiPool = z.infer<typeof getMultiPool.data>;

/** One pool as the desk and a card lay it out. */
export const multiPoolWish = z.strictObject({
  code: z.enum(MULTI_POOL_CODES),
  name: z.string().trim().min(1).max(MOST_LETTERS),
  /** Race numbers of the meeting, in order of start. */
  races: z.array(z.int().min(1).max(HIGHEST_RACE)).min(1).max(MOST_LEGS),
  guarantee_cents: z.int().min(0).max(MOST_GUARANTEE_CENTS).default(0),
});
export type MultiPoolWish = z.infer<typeof multiPoolWish>;
export const multiPoolWishes = z.array(multiPoolWish).max(MOST_POOLS);

const deskMultiPool = multiPoolLine.extend({
  bets: z.int(),
  /** Bets or money hang on it: it can neither change nor be taken away. */
  is_used: z.boolean(),
  paused: z.boolean(),
});
export type DeskMultiPool = z.infer<typeof deskMultiPool>;
const ofMeeting = { params: z.object({ event_id: id }), list: z.array(deskMultiPool) };

export const listMultiPools = defineCall("GET /api/operator/meetings/:event_id/multi-pools", {
  summary: "The pools of three races and more that a meeting offers, in order of their first race.",
  access: DAY_READERS,
  ...ofMeeting,
});

export const layMultiPools = defineCall("PUT /api/operator/meetings/:event_id/multi-pools", {
  asksAgain: false,
  summary:
    "Lays out a meeting's pools of three races and more, all of them: what is not named is taken away. One with bets stays as it is.",
  access: ["card_clerk", "pool_controller"],
  body: z.strictObject({ multi_pools: multiPoolWishes }),
  ...ofMeeting,
});
