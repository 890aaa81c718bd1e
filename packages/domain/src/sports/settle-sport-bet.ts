import { assert } from "../assert.ts";
import type { Cents } from "../money/cents.ts";
import { type Fraction, fraction } from "../money/fraction.ts";
import { SPORT_BET_SHAPES, type SportBetKind } from "./bet-kinds.ts";
import { type Line, knownLines, lineReturn } from "./lines.ts";
import { type OutcomeResult, legFactor } from "./outcome-result.ts";

/** A bet as it was accepted, and what became of each leg. */
export type DecidedSportBet = {
  readonly kind: SportBetKind;
  readonly unitCents: Cents;
  readonly costCents: Cents;
  readonly maxPayoutCents: Cents;
  readonly legs: readonly { readonly oddsMilli: number; readonly result: OutcomeResult }[];
};

export type SettledSportBet = {
  readonly status: "won" | "lost" | "refunded";
  readonly payoutCents: Cents;
  /** The whole cost, where every leg is void. */
  readonly refundCents: Cents;
};

/** A line that paid, for the order's "why". */
export type PaidLine = {
  readonly legs: Line;
  readonly factor: Fraction;
  readonly amountCents: Cents;
};

/** Called for each line with its return, in order: the source of the order's "why". */
export type OnLine = (line: Line, amountCents: Cents) => void;

/**
 * Settles a bet of which every leg is known: each line alone, floor(unit x product of its factors),
 * their sum at most the printed maximum. A bet whose legs are all void is refunded.
 * Source: docs/rules/sports.md, "What a bet returns".
 */
export function settleSportBet(bet: DecidedSportBet, onLine?: OnLine): SettledSportBet {
  const { minLegs, maxLegs } = SPORT_BET_SHAPES[bet.kind];
  assert(bet.legs.length >= minLegs && bet.legs.length <= maxLegs, "the kind has so many legs");
  if (bet.legs.every(({ result }) => result.status === "void")) {
    return { status: "refunded", payoutCents: 0n, refundCents: bet.costCents };
  }
  const factors = bet.legs.map(({ result, oddsMilli }) => legFactor(result, oddsMilli));
  let sum = 0n;
  for (const line of knownLines(bet.kind, factors.length)) {
    const amountCents = lineReturn(bet.unitCents, line, factors);
    onLine?.(line, amountCents);
    sum += amountCents;
  }
  const payoutCents = sum < bet.maxPayoutCents ? sum : bet.maxPayoutCents;
  return { status: payoutCents > 0n ? "won" : "lost", payoutCents, refundCents: 0n };
}

/** Every line that returned something, before the printed maximum. */
export function paidLines(bet: DecidedSportBet): readonly PaidLine[] {
  const factors = bet.legs.map(({ result, oddsMilli }) => legFactor(result, oddsMilli));
  return knownLines(bet.kind, factors.length).flatMap((legs) => {
    const amountCents = lineReturn(bet.unitCents, legs, factors);
    return amountCents > 0n ? [{ legs, factor: productOf(legs, factors), amountCents }] : [];
  });
}

/** The product of a line's factors, exact. */
export function productOf(line: Line, factors: readonly Fraction[]): Fraction {
  let top = 1n;
  let bottom = 1n;
  for (const leg of line) {
    top *= (factors[leg] as Fraction).top;
    bottom *= (factors[leg] as Fraction).bottom;
  }
  return fraction(top, bottom);
}
