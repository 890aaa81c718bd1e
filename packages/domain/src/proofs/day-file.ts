import { POOL_CODES } from "../bets/bet-types.ts";
import { readLogDay } from "./check-log.ts";
import { readRace } from "./race-file.ts";
import {
  type Read,
  flag,
  instant,
  listOf,
  natural,
  objectOf,
  oneOf,
  optional,
  text,
  whole,
} from "./read-json.ts";
import { readLeaf } from "./receipt.ts";
import { readClubKeys } from "./signed-root.ts";
import { readSportDay } from "./sport-day.ts";

export const DAY_FORMAT = "club-day/1";

/** One bet and its result. No player: an auditor needs none. */
const bet = objectOf({
  leaf: readLeaf,
  payout_cents: natural,
  refund_cents: natural,
  /** Cancelled by an operator: it is in no pool any more. */
  void: flag,
});
export type DayBet = Read<typeof bet>;

/** What the ledger's entries say of one pool. */
const poolBooks = objectOf({
  race_id: text,
  race_id2: optional(text),
  /** A pool over three races and more; `race_id` is that of its first. */
  multi_pool_id: optional(text),
  pool: oneOf(POOL_CODES),
  staked_cents: whole,
  refunded_cents: whole,
  paid_cents: whole,
  takeout_cents: whole,
  breakage_cents: whole,
  house_topup_cents: whole,
  jackpot_in_cents: whole,
  jackpot_out_cents: whole,
  book_result_cents: whole,
  /** What is left in the pool's account: nothing, once it is settled. */
  left_cents: whole,
});
export type PoolBooks = Read<typeof poolBooks>;

/** A whole day as one archive. Source: docs/rules/proofs.md, "A day". */
const dayFile = objectOf({
  format: oneOf([DAY_FORMAT]),
  club: text,
  currency: text,
  day: text,
  made_at: instant,
  keys: readClubKeys,
  /** The public log of the day by the club's clock. */
  log: readLogDay,
  /** Other days of the log on which pools of these races and events were signed; older files: not told. */
  log_elsewhere: optional(listOf(readLogDay, 1000)),
  races: listOf(readRace, 1000),
  bets: listOf(bet, 10_000_000),
  books: listOf(poolBooks),
  /** Only on a day when betting on a sports event closed. */
  sports: optional(readSportDay),
  key_id: text,
  signature: text,
});
export type DayFile = Read<typeof dayFile>;

/** Reads the archive of a day. @throws FormatError */
export function readDayFile(value: unknown): DayFile {
  return dayFile(value, "day");
}
