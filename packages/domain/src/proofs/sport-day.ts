import { readEvent, readOutcomeResult } from "./event-file.ts";
import { type Read, flag, listOf, natural, nullable, objectOf, text, whole } from "./read-json.ts";
import { readSportLeaf } from "./sport-receipt.ts";

/** One sport bet and its result. No player. */
const bet = objectOf({
  leaf: readSportLeaf,
  /** Printed on the slip: it never pays more. */
  max_payout_cents: natural,
  payout_cents: natural,
  refund_cents: natural,
  /** Cancelled by an operator. */
  void: flag,
});
export type DaySportBet = Read<typeof bet>;

/** The sports of a day. Source: docs/rules/proofs.md, "A day". */
export const readSportDay = objectOf({
  /** The events whose betting closed on that day, by the club's clock. */
  events: listOf(readEvent, 10_000),
  /** Every bet with a leg in one of them. */
  bets: listOf(bet, 10_000_000),
  /** What became of the legs that these bets have in events of other days. */
  elsewhere: listOf(objectOf({ outcome_id: text, result: nullable(readOutcomeResult) })),
  /** What the ledger's entries say of these bets. */
  books: objectOf({ staked_cents: whole, returned_cents: whole }),
});
export type SportDay = Read<typeof readSportDay>;
