import { assert } from "../assert.ts";
import { type PoolCode, poolOf } from "../bets/bet-types.ts";
import type { Cents } from "../money/cents.ts";
import { type Fraction, fraction } from "../money/fraction.ts";
import { halfUpCents, roundDividend } from "../money/rounding.ts";
import type { DeadHeatMethod, RuleSet } from "./rule-sets.ts";

/** Dividends are quoted for a stake of 1.00. */
const DIVIDEND_UNIT_CENTS = 100n;

/** What the backed combinations of a pool share. */
export type SharedMoney = {
  /** gross - takeout + jackpot brought in. */
  readonly netCents: Cents;
  /** The stakes on all backed combinations together. */
  readonly backedCents: Cents;
};

/** A backed combination, or the partners of one winner in a double with a field. */
export type Backed = { readonly share: Fraction; readonly stakesCents: Cents };

/** The club's share of a pool, half up to the cent. Source: docs/rules/pools.md, "Takeout". */
export function takeoutOf(grossCents: Cents, takeoutBps: number): Cents {
  return halfUpCents({ top: grossCents * BigInt(takeoutBps), bottom: 10_000n });
}

/** The dead-heat method that holds in a pool. Source: docs/rules/dead-heats.md, "Methods". */
export function deadHeatMethodOf(rules: RuleSet, pool: PoolCode): DeadHeatMethod {
  const { deadHeat } = poolOf(pool);
  if (deadHeat === "COMMON") return "COMMON";
  return deadHeat === "NOT_COMMON" && rules.deadHeat === "COMMON" ? "EQUAL_SHARE" : rules.deadHeat;
}

/**
 * The exact dividend of one winning combination before rounding: cents per 1.00 staked, stake
 * included. Under PROFIT_SPLIT it may be below the stake, or below zero.
 * Source: docs/rules/dead-heats.md, "Methods".
 *
 * @param win - the shares of a pool's backed combinations sum to 1.
 */
export function rawDividend(method: DeadHeatMethod, money: SharedMoney, win: Backed): Fraction {
  assert(win.stakesCents > 0n, "an unbacked combination has no dividend");
  const { netCents, backedCents } = money;
  const { top, bottom } = win.share;
  const onIt = bottom * win.stakesCents;
  switch (method) {
    case "EQUAL_SHARE":
      return fraction(netCents * top * DIVIDEND_UNIT_CENTS, onIt);
    case "PROFIT_SPLIT":
      return fraction((onIt + (netCents - backedCents) * top) * DIVIDEND_UNIT_CENTS, onIt);
    case "COMMON":
      return fraction(netCents * DIVIDEND_UNIT_CENTS, backedCents);
  }
}

/**
 * The dividend that a pool declares for a raw one: rounded by the rule set, then at least its
 * minimum. What rounding leaves is breakage; the house tops up what the minimum lacks. Both are
 * counted after the tickets are paid. Source: docs/rules/pools.md, "Dividends".
 */
export function declareDividend(raw: Fraction, rules: RuleSet, pool: PoolCode): Cents {
  const rounded = roundDividend(raw, rules.rounding[pool]);
  const minimum = BigInt(rules.minDividendCents[pool]);
  return rounded > minimum ? rounded : minimum;
}

/**
 * Pays one winning combination of one ticket: unit stake x dividend, down to the cent, separately
 * for each combination of each ticket. Source: docs/rules/money.md, "Roundings".
 */
export function payCombination(unitStakeCents: Cents, dividendCents: Cents): Cents {
  return (unitStakeCents * dividendCents) / DIVIDEND_UNIT_CENTS;
}
