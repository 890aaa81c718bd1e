import { MULTI_POOL_CODES, POOL_CODES, POOL_OUTCOMES } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";
import { signedRoot } from "./checks.ts";
import { raceTipLine, resultRunLine } from "./runs.ts";

/** The statuses of a race, in the order in which they follow each other (rules.md section 2). */
export const RACE_STATUSES = [
  "draft",
  "open",
  "closed",
  "interim",
  "final",
  "settled",
  "abandoned",
] as const;
export type RaceStatus = (typeof RACE_STATUSES)[number];

export const POOL_STATUSES = ["OPEN", "CLOSED", ...POOL_OUTCOMES] as const;

export const EVENT_TYPES = ["Races", "Harness", "Greyhounds"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Who pays the dividends of a meeting: the club's own pools, or the official ones. */
export const DIVIDEND_MODES = ["club", "declared"] as const;
export type DividendMode = (typeof DIVIDEND_MODES)[number];

/** A saddle number: `horse_id` on the wire. */
export const saddleNumber = z.int().min(1).max(60);
/** Groups of saddle numbers in finishing order; a group of two or more is a dead heat. */
export const placings = z.array(z.array(saddleNumber));
export const poolCode = z.enum(POOL_CODES);
export const raceStatus = z.enum(RACE_STATUSES);
/** Cents per 1.00 staked, stake included. */
const dividendCents = z.int();

const meetingOfRace = z.object({
  event_id: id,
  code: z.string(),
  meetings: z.string(),
  event_type: z.enum(EVENT_TYPES),
  country: z.string(),
  timezone: z.string(),
  /** The day of the meeting in its zone: what a bet form sends as `date`. */
  date: day,
});

export const raceLine = z.object({
  race_id: id,
  raceNo: z.int(),
  name: z.string(),
  start_time: instant,
  status: raceStatus,
  distance_m: z.int().nullable(),
});
export type RaceLine = z.infer<typeof raceLine>;

export const nextRace = meetingOfRace.extend(raceLine.shape);
export type NextRace = z.infer<typeof nextRace>;

export const listNextRaces = defineCall("GET /api/events/races", {
  summary: "The next races to jump: open for bets, in order of start.",
  access: "public",
  list: z.array(nextRace),
});

/** A race of a day's table: with its placings once there is a result, interim or final. */
export const dayRace = raceLine.extend({ result: placings.nullable() });
export type DayRace = z.infer<typeof dayRace>;

export const meetingLine = meetingOfRace.extend({
  currency: z.string(),
  races: z.array(dayRace),
});
export type MeetingLine = z.infer<typeof meetingLine>;

/** A pool of three races and more of a meeting. */
export const multiPoolLine = z.object({
  multi_pool_id: id,
  code: z.enum(MULTI_POOL_CODES),
  /** The club's: a meeting may have several of one code, "Early Quaddie" and "Quaddie". */
  name: z.string(),
  /** Race numbers, in order of legs. */
  races: z.array(z.int()),
  status: z.enum(POOL_STATUSES),
  /** Staked, less what a scratching sends back. */
  gross_cents: cents,
  /** What it took when it closed, or before that the jackpot that waits for it; 0 once it is refunded and has handed it on. */
  jackpot_cents: cents,
  /** What its winners share at least; 0: nothing is promised. */
  guarantee_cents: cents,
});
export type MultiPoolLine = z.infer<typeof multiPoolLine>;

export const dayMeeting = meetingLine.extend({
  /** For the next race to be run, or else the last one. */
  going: z.string().nullable(),
  /** Staked in all pools of the meeting, less what a scratching sends back. */
  turnover_cents: cents,
  multi_pools: z.array(multiPoolLine),
});
export type DayMeeting = z.infer<typeof dayMeeting>;

export const dayTable = defineCall("GET /api/events/day_table", {
  summary: "The meetings of a day (in each venue's zone) with their races, in order of start.",
  access: "public",
  /** An empty type is the same as none. */
  query: z.object({ day, event_type: z.union([z.enum(EVENT_TYPES), z.literal("")]).optional() }),
  list: z.array(dayMeeting),
});

export const runnerLine = z.object({
  horse_id: saddleNumber,
  name: z.string(),
  barrier: z.int().nullable(),
  jockey: z.string().nullable(),
  trainer: z.string().nullable(),
  weight_kg: z.number().nullable(),
  form: z.string().nullable(),
  scratched: z.boolean(),
  /** About what 1.00 to win or for a place would pay if betting closed now, in cents. */
  win_approx: dividendCents.nullable(),
  place_approx: dividendCents.nullable(),
});
export type RunnerLine = z.infer<typeof runnerLine>;

export const listRunners = defineCall("GET /api/events/gethorse_name", {
  summary: "The runners of a race by saddle number (`horse_id`).",
  access: "public",
  query: z.object({ race_id: id }),
  list: z.array(runnerLine),
});

/** walk_over: only one runner came to the start; no_race: it was started and declared void. */
export const RACE_ENDINGS = ["walk_over", "no_race"] as const;

export const declaredDividend = z.object({
  pool: poolCode,
  combination: z.string(),
  dividend_cents: dividendCents,
});
export type DeclaredDividendLine = z.infer<typeof declaredDividend>;

/** A pool with its live money: what was accepted less what a scratching sends back. */
export const racePool = z.object({
  pool: poolCode,
  pool_id: id,
  /** Leg 1 and, in a double, leg 2. */
  race_id: id,
  race_id2: id.nullable(),
  status: z.enum(POOL_STATUSES),
  gross_cents: cents,
  bets: z.int(),
  takeout_bps: z.int(),
  jackpot_in_cents: cents,
  /** WIN and PLACE: about what each live runner would pay, by saddle number. */
  approximates: z.record(z.string(), dividendCents),
  /** What a pool of two races paid: the race's own list does not tell two of one kind apart. */
  dividends: z.array(declaredDividend.omit({ pool: true })).optional(),
});
export type RacePool = z.infer<typeof racePool>;

export const raceResult = z.object({
  version: z.int(),
  stage: z.enum(["interim", "final"]),
  placings,
  entered_at: instant,
});

/** The part of a race that players and operators both see. */
export const raceFace = meetingOfRace.extend(raceLine.shape).extend({
  currency: z.string(),
  class: z.string().nullable(),
  handicap: z.boolean(),
  going: z.string().nullable(),
  closed_at: instant.nullable(),
  /** Why it was delayed or abandoned. */
  note: z.string().nullable(),
  runners: z.array(runnerLine),
  pools: z.array(racePool),
  /** The pools that take bets on it, doubles too; absent: all of them. */
  offered: z.array(poolCode).optional(),
  /** It ended without a contest. */
  ending: z.enum(RACE_ENDINGS).nullish(),
  /** The favourite of the WIN pool as it stands; null when nobody bet or all are scratched. */
  favourite: saddleNumber.nullable(),
  result: raceResult.nullable(),
  /** An undecided inquiry or protest: the result is not final before it is decided. */
  inquiry: z.enum(["inquiry", "protest"]).nullable(),
  root: signedRoot.nullable(),
  /** The demo's draw: its seed's hash before the race, the seed after it. */
  draw_hash: z.string().nullable(),
  draw_seed: z.string().nullable(),
});

/** What the WIN pool would have paid at a moment, by saddle number. */
export const pricePoint = z.object({ at: instant, win: z.record(z.string(), dividendCents) });

/** How often it started, and came first, second and third. */
export const runRecord = z.object({
  starts: z.int(),
  firsts: z.int(),
  seconds: z.int(),
  thirds: z.int(),
});
export type RunRecord = z.infer<typeof runRecord>;

/** Who says something of a runner: the card that came in, or the club's desk. */
export const COMMENT_SOURCES = ["feed", "desk"] as const;

/** One past run: as the club's own result has it, else as the card says. */
export const pastRun = z.object({
  /** Null, as `raceNo`: it was not run in this club. */
  race_id: id.nullable(),
  date: day,
  meetings: z.string(),
  raceNo: z.int().nullable(),
  distance_m: z.int().nullable(),
  going: z.string().nullable(),
  /** Null: behind those whom the result names, or it did not finish. */
  place: z.int().nullable(),
  /** How many ran. */
  runners: z.int().nullable(),
  barrier: z.int().nullable(),
  weight_kg: z.number().nullable(),
  jockey: z.string().nullable(),
  /** About what 1.00 to win would have paid when betting closed. */
  win_approx: dividendCents.nullable(),
  /** Lengths behind the winner. */
  margin: z.number().nullable(),
  time_ms: z.int().nullable(),
  /** Its place at each call of the race, the last one at the finish; empty: not known. */
  positions: z.array(z.int()),
  /** The card's, as it came. */
  comment: z.string().nullable(),
});
export type PastRun = z.infer<typeof pastRun>;

export const runnerForm = z.object({
  horse_id: saddleNumber,
  /** Since its last run, to the day of this race. */
  days_since: z.int().nullable(),
  career: runRecord,
  /** On this track; over this distance; on a track that was not dry. */
  track: runRecord,
  distance: runRecord,
  wet: runRecord,
  /** The newest first, at most twenty. */
  runs: z.array(pastRun),
  comment: z.string().nullable(),
  comment_by: z.enum(COMMENT_SOURCES).nullable(),
});
export type RunnerForm = z.infer<typeof runnerForm>;

export const getRaceForm = defineCall("GET /api/events/race/:race_id/form", {
  summary:
    "The past runs of a race's runners, in this club by their names and elsewhere by the card, with their records and what is said of them. Runners without any are left out.",
  access: "public",
  params: z.object({ race_id: id }),
  list: z.array(runnerForm),
});

export const raceDetail = raceFace.extend({
  dividends: z.array(declaredDividend),
  /** The history of the prices, oldest first, at most 24 points. */
  prices: z.array(pricePoint),
  /** What tipsters say of it, as its card brings it. Absent, as `runs`, in what a phone kept from before. */
  tips: z.array(raceTipLine).optional(),
  /** Once there is a result: how each ran, as far as it is known. */
  runs: z.array(resultRunLine).optional(),
});
export type RaceDetail = z.infer<typeof raceDetail>;

export const getRace = defineCall("GET /api/events/race/:race_id", {
  summary: "One race: runners, pools, result, dividends, proof root.",
  access: "public",
  params: z.object({ race_id: id }),
  data: raceDetail,
});
