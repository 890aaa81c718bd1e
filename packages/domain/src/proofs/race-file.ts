import {
  MINOR_POOL_CODES,
  POOL_CODES,
  type PoolCode,
  poolOf,
  SINGLE_POOL_CODES,
} from "../bets/bet-types.ts";
import { POOL_OUTCOMES } from "../settlement/pool-outcome.ts";
import {
  type Read,
  FormatError,
  flag,
  listOf,
  natural,
  nullable,
  objectOf,
  oneOf,
  optional,
  pairOf,
  recordOf,
  text,
  instant,
  whole,
  type Reader,
} from "./read-json.ts";
import { readSignedRoot } from "./signed-root.ts";

export const RACE_FORMAT = "club-race/1";

const MOST_RUNNERS = 40;
/** Most runners in one dead heat: with more there are too many orders of finish to look at. */
const MOST_TIED = 12;
const runner: Reader<number> = (value, where) => {
  const number = natural(value, where);
  if (number === 0 || number > 999) throw new FormatError(`${where}: a saddle number was expected`);
  return number;
};
const runners = listOf(runner, MOST_RUNNERS);
const placings = listOf(listOf(runner, MOST_TIED), MOST_RUNNERS);

/** Places paid from a number of starters up: `[8, 3]`, in handicaps only `[16, 4, "handicap"]`. */
const placeTerms: Reader<readonly [number, number] | readonly [number, number, "handicap"]> = (
  value,
  where,
) => {
  const parts = Array.isArray(value) ? (value as unknown[]) : [];
  const [starters, paid] = pairOf(natural, natural)(parts.slice(0, 2), where);
  if (parts.length === 2) return [starters, paid];
  return [starters, paid, oneOf(["handicap"])(parts[2], where)];
};

/**
 * A figure for each pool; none may be missing, or a pool could not be settled. Files from before a
 * pool was there have none for it, and `factsOfPool` asks for those of a pool that is settled.
 */
function perPool<T>(reader: Reader<T>, codes: readonly PoolCode[] = POOL_CODES) {
  const fields = Object.fromEntries(
    codes.map((code) => [code, poolOf(code).isLater ? optional(reader) : reader]),
  );
  return objectOf(fields) as Reader<Readonly<Record<string, T>>>;
}

const ruleSet = objectOf({
  name: text,
  version: natural,
  takeout_bps: perPool(natural),
  places: listOf(placeTerms, 20),
  min_starters: perPool(natural, SINGLE_POOL_CODES),
  rounding: perPool(text),
  min_dividend_cents: perPool(natural),
  no_winner: perPool(oneOf(["refund", "jackpot"])),
  minor_bps: optional(perPool(natural, MINOR_POOL_CODES)),
  deadheat: oneOf(["EQUAL_SHARE", "PROFIT_SPLIT", "COMMON"]),
  doubles: objectOf({
    withdrawn: oneOf(["REFUND_UNTIL_LEG1", "FAVOURITE"]),
    leg1_void: oneOf(["REFUND", "FIELD"]),
  }),
});
export type RuleSetFile = Read<typeof ruleSet>;

/** The most legs of a pool over several races. */
const MOST_LEGS = 6;

/** A race as its pool over several saw it. */
const leg = objectOf({
  handicap: flag,
  runners,
  scratched: runners,
  /** Scratched after leg 1 had started. */
  scratched_late: runners,
  placings: nullable(placings),
  void: flag,
  void_late: flag,
  favourite: nullable(runner),
});
export type LegFile = Read<typeof leg>;

const MOST_SELECTIONS = 2_000_000;

/** Equal bets of a pool over three races and more: chosen runners by leg, unit stake, how many. */
const selection = objectOf({
  legs: listOf(runners, MOST_LEGS),
  unit_cents: natural,
  count: natural,
});

const pool = objectOf({
  pool: oneOf(POOL_CODES),
  status: oneOf(["OPEN", "CLOSED", ...POOL_OUTCOMES]),
  jackpot_in_cents: natural,
  gross_cents: natural,
  refunded_cents: natural,
  /** Stakes of bets that an operator cancelled. */
  voided_cents: natural,
  takeout_cents: natural,
  net_cents: natural,
  stakes_cents: recordOf(natural),
  dividends_cents: recordOf(natural),
  tickets: recordOf(listOf(pairOf(natural, natural))),
  paid_cents: natural,
  breakage_cents: natural,
  house_topup_cents: natural,
  jackpot_out_cents: natural,
  /** Only with declared dividends: what the club won or lost. */
  book_result_cents: whole,
  declared: nullable(objectOf({ refunded: flag, dividends_cents: recordOf(natural) })),
  /** It was refunded in full before settlement: a leg fell out, or an operator refunded it. */
  given_back: optional(flag),
  /** A double's, when it was opened under other rules than the race. */
  rule_set: optional(ruleSet),
  leg1_race_id: optional(text),
  legs: optional(listOf(leg, MOST_LEGS)),
  /** Three races and more: which pool, its races, and what its winners share at least. */
  multi_pool_id: optional(text),
  leg_race_ids: optional(listOf(text, MOST_LEGS)),
  guarantee_cents: optional(natural),
  /** Its bets by what they chose, in place of stakes by combination: these would be too many. */
  selections: optional(listOf(selection, MOST_SELECTIONS)),
});
export type PoolFile = Read<typeof pool>;

/** The public file of a race. Source: docs/rules/proofs.md, "The file of a race". */
export const readRace = objectOf({
  format: oneOf([RACE_FORMAT]),
  club: text,
  race: objectOf({
    race_id: text,
    code: text,
    meetings: text,
    date: text,
    raceNo: natural,
    handicap: flag,
    start_time: instant,
    closed_at: nullable(instant),
    status: oneOf(["closed", "interim", "final", "settled", "abandoned"]),
    /** Stakes by runner in the WIN pool at the close, where the pool's own have changed since. */
    win_at_close: optional(recordOf(natural)),
  }),
  rule_set: ruleSet,
  runners: listOf(objectOf({ number: runner, scratched: flag }), MOST_RUNNERS),
  results: listOf(
    objectOf({ version: natural, stage: oneOf(["interim", "final"]), placings }),
    100,
  ),
  pools: listOf(pool, 100),
  root: nullable(readSignedRoot),
  /** Over the whole published file; in the archive of a day the archive is signed instead. */
  key_id: optional(text),
  signature: optional(text),
});
export type RaceFile = Read<typeof readRace>;

/** Reads the public file of a race. @throws FormatError */
export function readRaceFile(value: unknown): RaceFile {
  return readRace(value, "file");
}
