import { assert } from "../assert.ts";
import type { PoolCode } from "../bets/bet-types.ts";
import { type Cents, sumCents } from "../money/cents.ts";
import type { PoolOutcome } from "../settlement/pool-outcome.ts";
import {
  type Account,
  type ClubAccountKind,
  type HouseAdjustable,
  type PlayerAccountKind,
  clubAccount,
  escrowAccount,
  jackpotAccount,
  playerAccount,
} from "./accounts.ts";

/**
 * One line of an entry. Positive: the club owes the account's owner more. A player's cash is the
 * sum of its postings and never below 0. Source: docs/rules/money.md, "The ledger".
 */
export type Posting = { readonly account: Account; readonly amountCents: Cents };

/** The lines of one business event; their amounts sum to zero, none is zero. */
export type Postings = readonly Posting[];

/** Money of one player in one pool. */
export type PoolMove = { readonly poolId: string; readonly amountCents: Cents };

/** Whether the lines sum to zero. */
export function isBalanced(postings: Postings): boolean {
  return sumCents(postings.map((posting) => posting.amountCents)) === 0n;
}

/** A bet is accepted: cash to the escrow of its pools, one or, for an Each Way, two. */
export function betPlaced(playerId: string, parts: readonly PoolMove[]): Postings {
  return betweenCashAndPools(playerId, parts, -1n);
}

/** Stakes come back for a scratching, an abandoned race or a cancelled bet: escrow to cash. */
export function stakeRefunded(playerId: string, parts: readonly PoolMove[]): Postings {
  return betweenCashAndPools(playerId, parts, 1n);
}

/** A winning bet is paid: escrow to cash. */
export function betPaid(playerId: string, parts: readonly PoolMove[]): Postings {
  return betweenCashAndPools(playerId, parts, 1n);
}

/** A pool takes the waiting jackpot at its close: jackpot to escrow. */
export function jackpotTaken(poolId: string, pool: PoolCode, amountCents: Cents): Postings {
  return transfer(jackpotAccount(pool), escrowAccount(poolId), amountCents);
}

/**
 * Closes out a settled pool: takeout, breakage, book result and the jackpot carried forward leave
 * its escrow, the house top-up comes in. Together with the bets, `jackpotTaken` and everything paid
 * or refunded, this leaves the escrow at exactly 0. Empty when nothing is left to move.
 */
export function poolClosedOut(poolId: string, outcome: PoolOutcome): Postings {
  const { takeoutCents, breakageCents, bookResultCents, jackpotOutCents } = outcome;
  const leaving: Posting[] = [
    { account: clubAccount("takeout"), amountCents: takeoutCents },
    { account: clubAccount("breakage"), amountCents: breakageCents },
    { account: clubAccount("house_topup"), amountCents: -outcome.houseTopUpCents },
    { account: clubAccount("book_result"), amountCents: bookResultCents },
    { account: jackpotAccount(outcome.pool), amountCents: jackpotOutCents },
  ];
  const sum = sumCents(leaving.map((posting) => posting.amountCents));
  return checked([...leaving, { account: escrowAccount(poolId), amountCents: -sum }]);
}

/** Undoes an entry: the same lines with the opposite sign. */
export function reversed(postings: Postings): Postings {
  return checked(
    postings.map(({ account, amountCents }) => ({ account, amountCents: -amountCents })),
  );
}

/** A top-up is approved: the bank's money to the player's cash. */
export function topUpApproved(playerId: string, amountCents: Cents): Postings {
  return transfer(clubAccount("bank_clearing"), playerAccount("cash", playerId), amountCents);
}

/**
 * A payment was refunded or disputed: its money leaves by the bank. Cash gives what it has, the
 * account chargebacks what is missing.
 */
export function topUpTakenBack(
  playerId: string,
  cashCents: Cents,
  missingCents: Cents = 0n,
): Postings {
  assert(cashCents >= 0n && missingCents >= 0n, "what is taken back is not below zero");
  return checked([
    { account: playerAccount("cash", playerId), amountCents: -cashCents },
    { account: clubAccount("chargebacks"), amountCents: -missingCents },
    { account: clubAccount("bank_clearing"), amountCents: cashCents + missingCents },
  ]);
}

/** What a payment's provider keeps for its work: it never reaches the club's bank. */
export function paymentFeeKept(amountCents: Cents): Postings {
  return transfer(clubAccount("payment_fees"), clubAccount("bank_clearing"), amountCents);
}

/**
 * A bank movement that belongs to no player: a fee, interest, the club's own transfer. Above zero
 * for money in; the other side is adjustments.
 */
export function bankBooked(amountCents: Cents): Postings {
  return checked([
    { account: clubAccount("bank_clearing"), amountCents: -amountCents },
    { account: clubAccount("adjustments"), amountCents },
  ]);
}

/** A withdrawal is asked for: cash is held. */
export function withdrawalRequested(playerId: string, amountCents: Cents): Postings {
  return ownTransfer(playerId, ["cash", "held"], amountCents);
}

/** A withdrawal is paid: held money leaves by the bank. */
export function withdrawalPaid(playerId: string, amountCents: Cents): Postings {
  return transfer(playerAccount("held", playerId), clubAccount("bank_clearing"), amountCents);
}

/** A withdrawal is rejected or cancelled: held money is cash again. */
export function withdrawalReturned(playerId: string, amountCents: Cents): Postings {
  return ownTransfer(playerId, ["held", "cash"], amountCents);
}

/**
 * An operator's correction of a player's account: positive gives to the player, negative takes.
 * The caller checks that the player has it to take.
 */
export function adjusted(account: Account, amountCents: Cents): Postings {
  return checked([
    { account, amountCents },
    { account: clubAccount("adjustments"), amountCents: -amountCents },
  ]);
}

/** Two operators move money from one account of the house to another. */
export function houseAdjusted(
  from: HouseAdjustable,
  to: HouseAdjustable,
  amountCents: Cents,
): Postings {
  return transfer(clubAccount(from), clubAccount(to), amountCents);
}

/** A sport bet is accepted: cash to the sports book. */
export function sportBetPlaced(playerId: string, amountCents: Cents): Postings {
  return toClub(playerId, "sports_book", amountCents);
}

/** A sport bet is paid or refunded: the sports book to cash. */
export function sportBetPaid(playerId: string, amountCents: Cents): Postings {
  return reversed(toClub(playerId, "sports_book", amountCents));
}

/** A shop order is paid from the bonus and from cash; `reversed` gives it back to both. */
export function shopOrderPaid(
  playerId: string,
  cashCents: Cents,
  bonusCents: Cents = 0n,
): Postings {
  assert(cashCents >= 0n && bonusCents >= 0n, "what is paid is not below zero");
  return checked([
    { account: playerAccount("bonus", playerId), amountCents: -bonusCents },
    { account: playerAccount("cash", playerId), amountCents: -cashCents },
    { account: clubAccount("shop_sales"), amountCents: cashCents + bonusCents },
  ]);
}

/** An invited friend has met every condition: the club's gift to the inviter's bonus. */
export function inviteRewarded(playerId: string, amountCents: Cents): Postings {
  return transfer(clubAccount("adjustments"), playerAccount("bonus", playerId), amountCents);
}

/** Moves an amount above zero from one account to another. */
export function transfer(from: Account, to: Account, amountCents: Cents): Postings {
  assert(amountCents > 0n, "what is moved is above zero");
  return checked([
    { account: from, amountCents: -amountCents },
    { account: to, amountCents },
  ]);
}

function ownTransfer(
  playerId: string,
  [from, to]: readonly [PlayerAccountKind, PlayerAccountKind],
  amountCents: Cents,
): Postings {
  return transfer(playerAccount(from, playerId), playerAccount(to, playerId), amountCents);
}

function toClub(playerId: string, kind: ClubAccountKind, amountCents: Cents): Postings {
  return transfer(playerAccount("cash", playerId), clubAccount(kind), amountCents);
}

function betweenCashAndPools(
  playerId: string,
  parts: readonly PoolMove[],
  toCash: 1n | -1n,
): Postings {
  assert(
    parts.every((part) => part.amountCents >= 0n),
    "what is moved is not below zero",
  );
  const sum = sumCents(parts.map((part) => part.amountCents));
  return checked([
    { account: playerAccount("cash", playerId), amountCents: sum * toCash },
    ...parts.map(({ poolId, amountCents }) => ({
      account: escrowAccount(poolId),
      amountCents: -amountCents * toCash,
    })),
  ]);
}

function checked(postings: Postings): Postings {
  const moved = postings.filter((posting) => posting.amountCents !== 0n);
  assert(isBalanced(moved), "postings sum to zero");
  return moved;
}
