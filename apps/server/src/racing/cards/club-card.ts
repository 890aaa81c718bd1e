import { DIVIDEND_MODES, EVENT_TYPES, MOST_POOLS, multiPoolWish } from "@club/contract";
import { RACE_POOL_CODES, type PoolCode, zonedInstant } from "@club/domain";
import { z } from "zod";
import { parseInstant } from "../../core/http/wire.ts";
import type { Card, CardOptions, CardRace, CardRunner, ReadCard } from "./card.ts";
import {
  barrier,
  comment,
  isoDay,
  name,
  number,
  pastRuns,
  races,
  runners,
  text,
  tips,
  toProblems,
  whole,
} from "./card-schema.ts";
import { checkCard } from "./check-card.ts";
import { roundKg } from "./card.ts";

const MOST_KG = 999;

const runner = z.object({
  number,
  name,
  barrier,
  jockey: text,
  trainer: text,
  weight_kg: z.number().min(1).max(MOST_KG).nullish(),
  form: text,
  scratched: z.boolean().default(false),
  past_runs: pastRuns,
  comment,
});

const race = z.object({
  number,
  name,
  distance_m: whole,
  class: z.union([text, z.int().transform(String)]),
  handicap: z.boolean().default(false),
  going: text,
  start_time: z.string().max(40).nullish(),
  pools: z
    .array(z.enum(RACE_POOL_CODES))
    .nullish()
    .transform((codes) => inOrder(codes ?? null)),
  tips,
  runners: runners(runner),
});

/** As a race stores them: each once, in display order. */
function inOrder(codes: readonly PoolCode[] | null): PoolCode[] | null {
  return codes === null ? null : RACE_POOL_CODES.filter((code) => codes.includes(code));
}

/** Of the meeting, or beside it; no guarantee and one of null are the same. */
const multiPools = z
  .array(
    multiPoolWish.extend({
      guarantee_cents: multiPoolWish.shape.guarantee_cents.nullable().transform((c) => c ?? 0),
    }),
  )
  .max(MOST_POOLS)
  .nullish();

/** The club's own card format (api.md); unknown fields are ignored. */
const schema = z.object({
  format_version: z.literal(1),
  meeting: z.object({
    code: name,
    name,
    country: name,
    date: isoDay,
    timezone: name,
    currency: name,
    event_type: z.enum(EVENT_TYPES).default("Races"),
    rule_set: name.default("AU_STD"),
    dividends: z.enum(DIVIDEND_MODES).default("club"),
    multi_pools: multiPools,
  }),
  races: races(race),
  multi_pools: multiPools,
});
type ClubCard = z.output<typeof schema>;

/** Reads a card in the club's format. A start without a zone is the venue's local time. */
export function readClubCard(payload: unknown, options: CardOptions): ReadCard {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return { card: null, problems: toProblems(parsed.error, payload) };
  const card = toCard(parsed.data);
  return checkCard(card, { ...options, needsRunners: true, hadStart: hadStart(parsed.data) });
}

function toCard({ meeting: named, races: rows, multi_pools: beside }: ClubCard): Card {
  const { multi_pools: within, ...meeting } = named;
  const laidOut = beside ?? within;
  return {
    meeting,
    ...(laidOut ? { multiPools: laidOut } : {}),
    races: rows.map((row, i): CardRace => ({
      row: `races[${i}]`,
      number: row.number,
      name: row.name,
      distance_m: row.distance_m,
      class: row.class,
      handicap: row.handicap,
      going: row.going,
      start_time: startOf(row.start_time ?? "", meeting.timezone),
      pools: row.pools,
      tips: row.tips,
      runners: row.runners.map((each, j): CardRunner => ({
        ...each,
        row: `races[${i}].runners[${j}]`,
        weight_kg: roundKg(each.weight_kg),
      })),
    })),
  };
}

/** Races whose file gives a start, to tell an unreadable one from a missing one. */
function hadStart(card: ClubCard): ReadonlySet<string> {
  const named = card.races.map((row, i) => ((row.start_time ?? "") === "" ? "" : `races[${i}]`));
  return new Set(named);
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::00(?:\.0{1,3})?)?$/;

function startOf(written: string, timezone: string): Date | null {
  const local = LOCAL.exec(written);
  if (local === null) return parseInstant(written);
  try {
    const instant = zonedInstant(local[1] ?? "", local[2] ?? "", timezone);
    return instant === null ? null : new Date(instant);
  } catch {
    // The zone does not exist: that has a problem of its own.
    return null;
  }
}
