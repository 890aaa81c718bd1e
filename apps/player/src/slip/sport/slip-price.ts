import {
  countLines,
  kindsForLegs,
  priceSportBet,
  Refusal,
  relatedLegs,
  type Cents,
  type PricedLeg,
  type SportBetKind,
} from "@club/domain";
import { centsOfTyped } from "@club/ui";
import type { Obstacle } from "../obstacle.ts";
import type { SlipLeg, SportSlipState, StakeId } from "./slip-state.ts";

/** One bet that the slip could make: a row with a stake. */
export interface SlipBet {
  readonly id: StakeId;
  readonly kind: SportBetKind;
  /** Its selections: one for a single, else all. */
  readonly legs: readonly SlipLeg[];
  readonly lines: number;
  /** 0 while nothing is typed. */
  readonly unitCents: Cents;
  readonly costCents: Cents;
  /** What settlement pays if everything wins, at most the club's maximum. */
  readonly returnCents: Cents;
  readonly isCapped: boolean;
  /** The part of a total that does not divide among the lines: it stays with the player. */
  readonly unspentCents: Cents;
  readonly obstacle: Obstacle | null;
}

export interface SlipPrice {
  readonly bets: readonly SlipBet[];
  /** Those with a stake that can be placed. */
  readonly staked: readonly SlipBet[];
  readonly lines: number;
  readonly costCents: Cents;
  readonly returnCents: Cents;
  /** Selections that may not share a bet. */
  readonly related: ReadonlySet<string>;
}

/** The club's maximum payout of a bet until the club has given its own. */
export const USUAL_MAX_PAYOUT_CENTS = 100_000_000n;
/** The most that the club takes in one bet; the server has the last word. */
const MOST_COST_CENTS = 100_000_000n;

/**
 * Every bet that the selections can make, priced by the function that the server charges with.
 *
 * @param oddsOf - the price of a selection as it stands now.
 */
export function priceSlip(
  slip: SportSlipState,
  oddsOf: (leg: SlipLeg) => number,
  clubMaxCents: Cents = USUAL_MAX_PAYOUT_CENTS,
): SlipPrice {
  const pricedOf = (leg: SlipLeg): PricedLeg => ({ ...leg, oddsMilli: oddsOf(leg) });
  const related = new Set(relatedLegs(slip.legs.map(pricedOf)).flat());
  const asks = askable(slip.legs);
  const bets = asks.map((ask) => priceOne(slip, ask, { pricedOf, clubMaxCents }));
  const staked = bets.filter((bet) => bet.unitCents > 0n && bet.obstacle === null);
  return {
    bets,
    staked,
    lines: staked.reduce((sum, bet) => sum + bet.lines, 0),
    costCents: staked.reduce((sum, bet) => sum + bet.costCents, 0n),
    returnCents: staked.reduce((sum, bet) => sum + bet.returnCents, 0n),
    related,
  };
}

type Ask = Pick<SlipBet, "id" | "kind" | "legs">;

/** Singles first, in the order of the selections, then the kinds of all together. */
function askable(legs: readonly SlipLeg[]): readonly Ask[] {
  const singles = legs.map((leg): Ask => ({
    id: `single:${leg.outcomeId}`,
    kind: "single",
    legs: [leg],
  }));
  const together = kindsForLegs(legs.length)
    .filter((kind) => kind !== "single")
    .map((kind): Ask => ({ id: kind, kind, legs }));
  return [...singles, ...together];
}

interface Prices {
  readonly pricedOf: (leg: SlipLeg) => PricedLeg;
  readonly clubMaxCents: Cents;
}

function priceOne(slip: SportSlipState, ask: Ask, { pricedOf, clubMaxCents }: Prices): SlipBet {
  const lines = countLines(ask.kind, ask.legs.length);
  const typed = centsOfTyped(slip.stakes[ask.id] ?? "");
  const isTotal = slip.mode === "total" && lines > 1;
  const unitCents = isTotal ? typed / BigInt(lines) : typed;
  const nothing = { ...ask, lines, unitCents, costCents: 0n, returnCents: 0n };
  // Without a stake, one cent finds out whether the selections may share a bet.
  const legs = ask.legs.map(pricedOf);
  const tried = { kind: ask.kind, legs, unitCents: unitCents > 0n ? unitCents : 1n };
  try {
    const price = priceSportBet(tried, clubMaxCents);
    const obstacle = obstacleOf(typed, unitCents, price.costCents);
    if (unitCents === 0n || obstacle !== null) {
      return { ...nothing, isCapped: false, unspentCents: 0n, obstacle };
    }
    return {
      ...nothing,
      costCents: price.costCents,
      returnCents: price.maxPayoutCents,
      isCapped: price.maxPayoutCents < price.returnCents,
      unspentCents: isTotal ? typed - price.costCents : 0n,
      obstacle: null,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, params } = error;
    return { ...nothing, isCapped: false, unspentCents: 0n, obstacle: { code, params } };
  }
}

function obstacleOf(typed: Cents, unitCents: Cents, costCents: Cents): Obstacle | null {
  if (typed > 0n && unitCents === 0n) return { code: "bet.amount_invalid", params: {} };
  if (unitCents > 0n && costCents > MOST_COST_CENTS) {
    return { code: "bet.over_limit", params: {} };
  }
  return null;
}
