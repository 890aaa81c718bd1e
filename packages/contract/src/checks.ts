import { ACCOUNT_KINDS, EXPLAIN_KEYS } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant } from "./call.ts";

const hash = z.string();

/** One step from the pool to the money of a bet: docs/rules/proofs.md, "Why this amount". */
export const explainStep = z.object({
  key: z.enum(EXPLAIN_KEYS),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.int())])),
  amount_cents: cents.nullable(),
});
export type WireStep = z.infer<typeof explainStep>;

/** The leaf of a bet and its path to the frozen root: docs/rules/proofs.md, "Your receipt". */
export const betProof = z.object({
  leaf: z.object({
    order_id: id,
    nonce: z.string(),
    race_id: id,
    race_id2: id.nullable(),
    /** A bet on three races and more. */
    multi_pool_id: id.optional(),
    bet_type: z.int(),
    selections: z.record(z.string(), z.array(z.int()).readonly()),
    unit_stake_cents: cents,
    unit_stake2_cents: cents.nullable(),
    cost_cents: cents,
    accepted_at: instant,
  }),
  index: z.int(),
  tree_size: z.int(),
  path: z.array(hash).readonly(),
  root: hash,
});

/** The frozen pool of a race as the club signed it: docs/rules/proofs.md, "The signed root". */
export const signedRoot = z.object({
  format: z.enum(["club-root/1", "club-event-root/1"]),
  race_id: id,
  bets: z.int(),
  root: hash,
  pools: z.record(z.string(), cents),
  closed_at: instant,
  previous: hash,
  key_id: z.string(),
  signature: z.string(),
});

/** How far the public log has come, signed. */
export const logHead = z.object({
  format: z.literal("club-log/1"),
  size: z.int(),
  root: hash,
  key_id: z.string(),
  signature: z.string(),
});

export const clubKey = z.object({
  key_id: z.string(),
  jwk: z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() }),
  from: instant,
  until: instant.nullable(),
  signed_by: z.string().nullable(),
  signature: z.string().nullable(),
});

/** What `/.well-known/club-roots` holds. */
export const clubRoots = z.object({
  keys: z.array(clubKey),
  latest: signedRoot.nullable(),
  log: logHead.nullable(),
});
export type ClubRoots = z.infer<typeof clubRoots>;

export const listRoots = defineCall("GET /api/events/roots", {
  summary:
    "The signed roots of a day in the order of the public log, and the proof that the log only grew.",
  access: "public",
  query: z.object({ day }),
  data: z.object({
    format: z.literal("club-log-day/1"),
    day,
    before_size: z.int(),
    before_root: hash,
    head: logHead,
    consistency: z.array(hash).readonly(),
  }),
  list: z.array(signedRoot),
});

export const getPublicBooks = defineCall("GET /api/events/books", {
  summary:
    "The club's books for everybody, where the club shows them: what each kind of account holds, and what the last verification found. Else not_found.",
  access: "public",
  data: z.object({
    at: instant,
    currency: z.string(),
    total_cents: cents,
    entries: z.int(),
    postings: z.int(),
    chain_head: z.object({ position: z.int(), hash }),
    /** When the books were last added up; null before the first time. */
    added_up: z.object({ balanced: z.boolean(), at: instant }).nullable(),
    /** The last full verification, without its details: they name players' accounts. */
    verified: z
      .object({
        ok: z.boolean(),
        at: instant,
        duration_ms: z.int(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), rows: z.int() })),
      })
      .nullable(),
  }),
  list: z.array(
    z.object({
      kind: z.enum(ACCOUNT_KINDS),
      /** The pool type of a jackpot; null for the others. */
      pool: z.string().nullable(),
      /** Credit is positive; all of them sum to zero. */
      balance_cents: cents,
    }),
  ),
});

const DAY_READERS = ["owner", "pool_controller", "cashier", "auditor"] as const;

/** Always: gross = takeout + paid + breakage + house + jackpot + left. */
const dayMoney = z.object({
  gross_cents: cents,
  takeout_cents: cents,
  paid_cents: cents,
  breakage_cents: cents,
  refunded_cents: cents,
  /** What the house kept of a book, less what it added to dividends. */
  house_cents: cents,
  /** What waits for later races, less what came from earlier ones. */
  jackpot_cents: cents,
  /** Still in the pool: it is not settled. */
  left_cents: cents,
});

const daySportMoney = z.object({
  bets: z.int(),
  staked_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  /** What the club keeps of it; below zero: what it lost. */
  result_cents: cents,
});

export const dayReport = z.object({
  date: day,
  made_at: instant,
  took_ms: z.int(),
  /** Whether the recomputed day equals what the tables say. */
  matches_live: z.boolean(),
  /** How many comparisons that took. */
  checks: z.int(),
  races: z.int(),
  pools: z.int(),
  bets: z.int(),
  /** Sports events on which betting closed that day, and the bets with a leg in one of them. */
  sport_events: z.int(),
  sport_bets: z.int(),
  /** For these bets, from the ledger's entries: payouts and refunds together. */
  sports: z.object({ staked_cents: cents, returned_cents: cents }),
  /** Races and events that are not settled yet. */
  waiting: z.int(),
  /** The first hundred; `check` is a name of docs/rules/proofs.md, "The checks". */
  differences: z.array(
    z.object({
      check: z.string(),
      pool: z.string().nullable(),
      item: z.string().nullable(),
      computed: z.string(),
      stated: z.string(),
    }),
  ),
  /** From the ledger's entries; a double counts with its second leg. */
  by_race: z.array(
    dayMoney.extend({
      race_id: id,
      code: z.string(),
      meetings: z.string(),
      raceNo: z.int(),
      status: z.string(),
      start_time: instant,
    }),
  ),
  by_pool: z.array(dayMoney.extend({ pool: z.string() })),
  /** Sports: each event by its singles; multiples by stakes alone, as they belong to several. */
  by_event: z.array(
    daySportMoney.extend({
      event_id: id,
      sport: z.string(),
      competition: z.string(),
      home: z.string(),
      away: z.string(),
      status: z.string(),
      start_time: instant,
      multiples: z.int(),
      multiples_cents: cents,
    }),
  ),
  /** Sports: every bet once, singles by the kind of their market; type null: multiples. */
  by_market: z.array(daySportMoney.extend({ type: z.string().nullable() })),
  /** Stakes accepted per quarter of an hour: all, and those on races and on sports. */
  turnover: z.array(
    z.object({ from: instant, staked_cents: cents, racing_cents: cents, sports_cents: cents }),
  ),
});
export type DayReport = z.infer<typeof dayReport>;

export const getDayReport = defineCall("GET /api/operator/reports/day", {
  summary:
    "A day (in the venues' zones) made again from ledger entries and stored facts, compared with the live tables.",
  access: DAY_READERS,
  query: z.object({ date: day }),
  data: dayReport,
});

export const listDayReplays = defineCall("GET /api/operator/reports/replays", {
  summary:
    "The days that were made again from stored facts, every night or by the keeper's command, the newest first: equal to the live tables, or the first differences.",
  access: DAY_READERS,
  data: z.object({ equal: z.boolean() }),
  list: z.array(
    z.object({
      date: day,
      equal: z.boolean(),
      checks: z.int(),
      took_ms: z.int(),
      at: instant,
      differences: dayReport.shape.differences,
    }),
  ),
});
