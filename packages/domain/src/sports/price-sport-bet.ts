import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";
import { refuse } from "../refusal.ts";
import { MOST_LEGS, SPORT_BET_SHAPES, type SportBetKind } from "./bet-kinds.ts";
import { knownLines, lineReturn } from "./lines.ts";

/** A leg as pricing needs it. */
export type PricedLeg = {
  readonly eventId: string;
  readonly outcomeId: string;
  readonly oddsMilli: number;
  /** Whether its market may stand in one bet with others of its event. */
  readonly combines: boolean;
};

export type SportBetPrice = {
  readonly lines: number;
  readonly costCents: Cents;
  /** If every leg wins. */
  readonly returnCents: Cents;
  /** The same, at most the club's maximum: what the slip prints and a payout never exceeds. */
  readonly maxPayoutCents: Cents;
};

export type SportBetAsk = {
  readonly kind: SportBetKind;
  readonly legs: readonly PricedLeg[];
  readonly unitCents: Cents;
};

/**
 * Lines, cost and the most that a bet can return; the phone and the server price with it.
 * Source: docs/rules/sports.md, "What a bet returns".
 *
 * @param clubMaxCents - the club's maximum payout of one bet.
 * @throws sport.legs_count, sport.related_legs, bet.amount_invalid
 */
export function priceSportBet(ask: SportBetAsk, clubMaxCents: Cents): SportBetPrice {
  const { kind, legs, unitCents } = ask;
  const { minLegs, maxLegs } = SPORT_BET_SHAPES[kind];
  if (legs.length < minLegs || legs.length > Math.min(maxLegs, MOST_LEGS)) {
    refuse("sport.legs_count", { kind, legs: legs.length, min: minLegs, max: maxLegs });
  }
  if (unitCents < 1n) refuse("bet.amount_invalid", { field: "unit_stake_cents" });
  const related = relatedLegs(legs);
  if (related.length > 0) refuse("sport.related_legs", { outcome_ids: related[0] });
  const lines = knownLines(kind, legs.length);
  const returnCents = returnOf(
    ask,
    legs.map(({ oddsMilli }) => ({ top: BigInt(oddsMilli), bottom: 1000n })),
  );
  return {
    lines: lines.length,
    costCents: unitCents * BigInt(lines.length),
    returnCents,
    maxPayoutCents: returnCents < clubMaxCents ? returnCents : clubMaxCents,
  };
}

/** The sum of what all lines return with these factors, one per leg. */
export function returnOf(
  bet: { readonly kind: SportBetKind; readonly unitCents: Cents },
  factors: readonly Fraction[],
): Cents {
  let sum = 0n;
  for (const line of knownLines(bet.kind, factors.length)) {
    sum += lineReturn(bet.unitCents, line, factors);
  }
  return sum;
}

/**
 * Groups of legs, by outcome, that may not share a bet: those of one event, unless the market of
 * each says that it combines, and always one outcome twice. Source: docs/rules/sports.md, "Related
 * legs".
 */
export function relatedLegs(legs: readonly PricedLeg[]): readonly (readonly string[])[] {
  const byEvent = new Map<string, PricedLeg[]>();
  for (const leg of legs) byEvent.set(leg.eventId, [...(byEvent.get(leg.eventId) ?? []), leg]);
  return [...byEvent.values()]
    .filter((group) => {
      const isTwice = new Set(group.map((leg) => leg.outcomeId)).size < group.length;
      return group.length > 1 && (isTwice || !group.every((leg) => leg.combines));
    })
    .map((group) => group.map((leg) => leg.outcomeId));
}
