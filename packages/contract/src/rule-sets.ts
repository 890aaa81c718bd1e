import { MINOR_POOL_CODES, POOL_OUTCOMES, SINGLE_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, reason } from "./call.ts";
import { poolCode } from "./races.ts";

const READERS = [
  "owner",
  "card_clerk",
  "pool_controller",
  "results_clerk",
  "cashier",
  "risk",
  "auditor",
] as const;
const MAKERS = ["owner", "pool_controller"] as const;

const MOST_FIGURE = 100_000;
const MOST_ROWS = 20;
const figure = z.int().min(0).max(MOST_FIGURE);
const singleCode = z.enum(SINGLE_POOL_CODES);
const places = z.union([
  z.tuple([figure, figure]),
  z.tuple([figure, figure, z.literal("handicap")]),
]);

/** Every number that a club may change, in the public form of a race's file. */
export const ruleFigures = z.object({
  takeout_bps: z.record(poolCode, figure),
  /** From how many starters how many places are paid; the first row that fits decides. */
  places: z.array(places).max(MOST_ROWS),
  min_starters: z.record(singleCode, figure),
  /** "down 10", "nearest 5". */
  rounding: z.record(poolCode, z.string().regex(/^(down|nearest) [1-9]\d{0,5}$/)),
  min_dividend_cents: z.record(poolCode, figure),
  no_winner: z.record(poolCode, z.enum(["refund", "jackpot"])),
  /** Without it, as it ships. */
  minor_bps: z.record(z.enum(MINOR_POOL_CODES), figure).optional(),
  deadheat: z.enum(["EQUAL_SHARE", "PROFIT_SPLIT", "COMMON"]),
  doubles: z.object({
    withdrawn: z.enum(["REFUND_UNTIL_LEG1", "FAVOURITE"]),
    leg1_void: z.enum(["REFUND", "FIELD"]),
  }),
});
export type RuleFigures = z.infer<typeof ruleFigures>;

const ruleDraft = z.object({
  /** The version that it started from; 0: a new rule set. */
  based_on: z.int(),
  changed_by: z.string(),
  changed_at: instant,
  /** It waits for a second operator and cannot be changed meanwhile. */
  is_waiting: z.boolean(),
  figures: ruleFigures,
});
export type RuleDraft = z.infer<typeof ruleDraft>;

export const ruleVersion = z.object({
  version: z.int(),
  figures: ruleFigures,
  /** null: it shipped with the club, or is older than this history. */
  made_at: instant.nullable(),
  made_by: z.string().nullable(),
  checked_by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Races that opened under it. */
  races: z.int(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;

export const listRuleSets = defineCall("GET /api/operator/rule-sets", {
  summary: "The club's rule sets, those that ship first; a new one may have a draft alone.",
  access: READERS,
  list: z.array(
    z.object({
      name: z.string(),
      /** It ships with the club. */
      is_preset: z.boolean(),
      /** The newest; 0 while there is only a draft. */
      version: z.int(),
      has_draft: z.boolean(),
      /** Meetings from today on that name it. */
      meetings: z.int(),
    }),
  ),
});

const name = z.string().max(24);
const byName = z.object({ name });

const ruleSetView = z.object({
  name: z.string(),
  is_preset: z.boolean(),
  /** Newest first. */
  versions: z.array(ruleVersion),
  draft: ruleDraft.nullable(),
});
export type RuleSetView = z.infer<typeof ruleSetView>;

export const getRuleSet = defineCall("GET /api/operator/rule-sets/:name", {
  summary: "A rule set with every figure of every version, who made it and why, and its draft.",
  access: READERS,
  params: byName,
  data: ruleSetView,
});

const onDraft = { asksAgain: false, access: MAKERS, params: byName } as const;

export const saveRuleDraft = defineCall("PUT /api/operator/rule-sets/:name/draft", {
  ...onDraft,
  summary:
    "Keeps a draft of a rule set's next version, or of a new rule set. Nothing is settled by it.",
  body: z.object({ figures: ruleFigures }),
  data: ruleSetView,
});

export const dropRuleDraft = defineCall("DELETE /api/operator/rule-sets/:name/draft", {
  ...onDraft,
  summary: "Throws a draft away.",
  data: z.object({ name: z.string() }),
});

export const activateRules = defineCall("POST /api/operator/rule-sets/:name/activate", {
  ...onDraft,
  summary:
    "Makes the draft the next version: races that open later take it, open and past ones keep theirs. With four eyes it waits for a second operator.",
  body: z.object({ reason }),
  data: z.object({
    name: z.string(),
    status: z.enum(["done", "pending"]),
    version: z.int().nullable(),
    approval_id: id.nullable(),
  }),
});

export const listWhatIfRaces = defineCall("GET /api/operator/what-if/races", {
  summary: "Settled races of some days, oldest first: what a what-if can be worked out for.",
  access: READERS,
  query: z.object({ from: day, to: day, rule_set: name.optional() }),
  data: z.object({ is_cut: z.boolean() }),
  list: z.array(
    z.object({
      race_id: id,
      day,
      event_id: id,
      meetings: z.string(),
      raceNo: z.int(),
      rule_set: z.string(),
      pools: z.int(),
    }),
  ),
});

const whatIfSide = z.object({
  status: z.enum(POOL_OUTCOMES),
  gross_cents: cents,
  /** Refunds before gross was counted. */
  refunded_cents: cents,
  takeout_cents: cents,
  paid_cents: cents,
  breakage_cents: cents,
  house_topup_cents: cents,
  jackpot_out_cents: cents,
  dividends_cents: z.record(z.string(), cents),
});
export type WhatIfSide = z.infer<typeof whatIfSide>;

const whatIfPool = z.object({
  pool_id: id,
  pool: poolCode,
  /** "AU_STD 1": the rules that settled it. */
  rules: z.string(),
  /** It paid declared dividends: no rule set changes what it paid. */
  is_declared: z.boolean(),
  was: whatIfSide,
  would: whatIfSide,
});
export type WhatIfPool = z.infer<typeof whatIfPool>;

export const getWhatIf = defineCall("GET /api/operator/what-if", {
  summary:
    "One settled race settled again on paper by a version of a rule set, or by its draft: what each pool paid, and what it would have paid. Writes nothing.",
  access: READERS,
  query: z.object({
    race_id: id,
    rule_set: name,
    /** Without it: the draft. */
    version: z.coerce.number().int().min(1).max(MOST_FIGURE).optional(),
  }),
  data: z.object({ race_id: id, rule_set: z.string(), version: z.int().nullable() }),
  list: z.array(whatIfPool),
});
