import { MARKET_TYPES } from "../sports/market-types.ts";
import type { OutcomeResult } from "../sports/outcome-result.ts";
import {
  type Read,
  FormatError,
  type Reader,
  instant,
  listOf,
  natural,
  nullable,
  objectOf,
  oneOf,
  optional,
  text,
  whole,
} from "./read-json.ts";
import { readSignedRoot } from "./signed-root.ts";

export const EVENT_FORMAT = "club-event/1";
/** What a signed root of an event calls the stakes of all bets of more than one line or leg. */
export const MULTIPLES = "multiple";

const MOST_MARKETS = 2000;
const MOST_OUTCOMES = 1000;

const rawResult = objectOf({
  status: oneOf(["won", "lost", "void", "half_won", "half_lost", "dead_heat"]),
  tied: optional(natural),
  places: optional(natural),
});

/** What became of an outcome; a dead heat says how many tied for how many places. */
export const readOutcomeResult: Reader<OutcomeResult> = (value, where) => {
  const { status, tied, places } = rawResult(value, where);
  if (status !== "dead_heat") {
    if (tied === undefined && places === undefined) return { status };
    throw new FormatError(`${where}: a dead heat was expected`);
  }
  if (tied === undefined || places === undefined || places === 0 || tied <= places) {
    throw new FormatError(`${where}: more tied than places was expected`);
  }
  return { status, tied, places };
};

/** Equal singles: price version, unit stake, the maximum printed on each, how many. */
const ticket: Reader<readonly [number, number, number, number]> = (value, where) => {
  if (!Array.isArray(value) || value.length !== 4) {
    throw new FormatError(`${where}: four numbers were expected`);
  }
  const parts = value.map((each: unknown, i) => natural(each, `${where}[${i}]`));
  return parts as unknown as readonly [number, number, number, number];
};
export type SportTicket = Read<typeof ticket>;

const outcome = objectOf({
  outcome_id: text,
  key: text,
  /** null: not known yet. */
  result: nullable(readOutcomeResult),
  /** Singles on it that stand. */
  bets: natural,
  stakes_cents: natural,
  /** Of an outcome that returns something; else empty. */
  tickets: listOf(ticket, 1_000_000),
  paid_cents: natural,
  refunded_cents: natural,
});
export type OutcomeFile = Read<typeof outcome>;

const market = objectOf({
  market_id: text,
  type: oneOf(MARKET_TYPES),
  line_milli: nullable(whole),
  status: oneOf(["open", "suspended", "closed", "settled", "void"]),
  /** Its price version when betting closed. */
  version: natural,
  /** Each version at which a bet was taken, and the last: odds in the order of the outcomes. */
  prices: listOf(
    objectOf({ version: natural, at: instant, odds_milli: listOf(natural, MOST_OUTCOMES) }),
  ),
  /** Singles that an operator cancelled. */
  voided_bets: natural,
  voided_cents: natural,
  outcomes: listOf(outcome, MOST_OUTCOMES),
});
export type MarketFile = Read<typeof market>;

const score = objectOf({ home: natural, away: natural });

/** The public file of a sports event. Source: docs/rules/proofs.md, "The file of an event". */
export const readEvent = objectOf({
  format: oneOf([EVENT_FORMAT]),
  club: text,
  event: objectOf({
    event_id: text,
    sport: text,
    competition: text,
    home: text,
    away: text,
    start_time: instant,
    closed_at: instant,
    status: oneOf(["closed", "final", "settled", "void"]),
  }),
  markets: listOf(market, MOST_MARKETS),
  /** Every bet with a leg in it that is no single; it counts in full in each of its events. */
  multiples: objectOf({ bets: natural, stakes_cents: natural }),
  /** Those that bets were settled by; the last counts. */
  results: listOf(
    objectOf({
      version: natural,
      kind: oneOf(["score", "markets", "void", "abandoned"]),
      score: nullable(score),
    }),
    100,
  ),
  root: nullable(readSignedRoot),
  /** Over the whole published file; in the archive of a day the archive is signed instead. */
  key_id: optional(text),
  signature: optional(text),
});
export type EventFile = Read<typeof readEvent>;

/** Reads the public file of a sports event. @throws FormatError */
export function readEventFile(value: unknown): EventFile {
  return readEvent(value, "file");
}
