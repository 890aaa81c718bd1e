import { MULTI_POOL_CODES } from "@club/domain";
import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";

export const CARD_FORMATS = ["club", "hk-raceday", "entain", "csv"] as const;
export type CardFormat = (typeof CARD_FORMATS)[number];

/** What is wrong with a card, by row and field. The code is stable: apps translate it. */
export const CARD_PROBLEMS = [
  "missing",
  "invalid",
  "too_long",
  "zone_unknown",
  "currency_wrong",
  "rule_set_unknown",
  "no_races",
  "no_runners",
  "race_twice",
  "runner_twice",
  "number_range",
  "time_not_real",
  "start_missing",
  "start_before_date",
  "start_after_date",
  "start_past",
  "meeting_fixed",
  "race_fixed",
  "runner_has_bets",
  "use_scratch",
  "line_differs",
  "pools_without_win",
  "use_pools",
] as const;
export type CardProblemCode = (typeof CARD_PROBLEMS)[number];

export const cardProblem = z.object({
  /** Where in the file: "meeting", "races[0]", "races[0].runners[3]". */
  row: z.string(),
  field: z.string(),
  code: z.enum(CARD_PROBLEMS),
  /** The numbers on the card, where they could be read. */
  race: z.int().nullable(),
  runner: z.int().nullable(),
});
export type CardProblem = z.infer<typeof cardProblem>;

const cardValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** One row that the import adds, changes or removes. `race` null: the meeting itself, or with `pool` a pool of several races. */
export const cardChange = z.object({
  kind: z.enum(["added", "changed", "removed"]),
  pool: z.enum(MULTI_POOL_CODES).optional(),
  race: z.int().nullable(),
  runner: z.int().nullable(),
  name: z.string(),
  fields: z.array(
    z.object({
      field: z.string(),
      before: cardValue,
      after: cardValue,
      /** An operator changed the value in place: the file does not know of it, or is older. */
      by_hand: z.boolean().optional(),
    }),
  ),
});
export type CardChange = z.infer<typeof cardChange>;

export const cardDiff = z.object({
  /** null in a dry run of a meeting that does not exist yet. */
  event_id: id.nullable(),
  /** Rows (the meeting, races, runners) of each kind. */
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  changes: z.array(cardChange),
  problems: z.array(cardProblem),
  /** It affects a race with bets, or undoes a change made in place: it needs `confirm: true`. */
  needs_confirm: z.boolean(),
  /** A dry run: the refusal that keeps the import from laying out its `multi_pools`; null: none. */
  refusal: z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }).nullish(),
});
export type CardDiff = z.infer<typeof cardDiff>;

const MEBIBYTE = 1024 * 1024;

export const importCard = defineCall("POST /api/operator/cards/import", {
  asksAgain: false,
  summary:
    "Imports a race card; `dry_run` shows what it would do. The same card again changes nothing. `first_race_at` re-times it, 30 minutes between races.",
  access: ["card_clerk", "pool_controller"],
  bodyLimitBytes: 2 * MEBIBYTE,
  body: z.strictObject({
    /** club, hk-raceday, entain or csv (`{"csv": "..."}`); another name is refused by name, not by shape. */
    format: z.string().max(40),
    payload: z.unknown(),
    dry_run: z.boolean().default(false),
    confirm: z.boolean().default(false),
    first_race_at: instant.nullish(),
  }),
  data: cardDiff,
});

export const getCardCsv = defineCall("GET /api/operator/cards/csv", {
  summary:
    "A meeting's card as CSV, to change it or to run it again; without `event_id` a template.",
  access: ["card_clerk", "pool_controller", "auditor"],
  query: z.object({ event_id: id.optional() }),
  data: z.object({ csv: z.string() }),
});
