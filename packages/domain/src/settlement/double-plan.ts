import { present } from "../assert.ts";
import type { Slots } from "../bets/bet-order.ts";
import { poolOf } from "../bets/bet-types.ts";
import { ONE, multiply } from "../money/fraction.ts";
import type { DoublePool, LegFacts, Placings } from "../pools/pool-facts.ts";
import { placesPaid } from "../pools/rule-sets.ts";
import type { PoolPlan, Substitution, Substitutions, WinningCombination } from "./plan-shapes.ts";
import type { Share } from "../pools/shares.ts";

type LegIndex = 0 | 1;

/** A winner of one leg; those of a field are one group. */
type LegWinner = Share & { readonly group: number };

type LegPlan = Substitution & {
  readonly refunded: ReadonlySet<number>;
  readonly isField: boolean;
  readonly winners: readonly LegWinner[];
};

const GIVEN_BACK: PoolPlan = {
  isOff: true,
  scratched: [],
  hasScratched: false,
  substitutions: null,
  winners: [],
};

/** The plan of a pool over two races. Source: docs/rules/doubles.md. */
export function planDouble(pool: DoublePool): PoolPlan {
  if (pool.abandoned === true) return GIVEN_BACK;
  const legs = [planLeg(pool, 0), planLeg(pool, 1)] as const;
  return {
    isOff: false,
    scratched: legs.map((leg) => leg.refunded),
    hasScratched: legs.some((leg) => leg.refunded.size > 0),
    substitutions: legs,
    winners: isRefunded(pool) ? [] : pairWinners(pool, legs),
  };
}

/** How many pairs of a bet become this pair: itself, and pairs with a withdrawn runner replaced. */
export function countInDouble(
  substitutions: Substitutions,
  slots: Slots,
  numbers: readonly number[],
): number {
  const [first, second] = substitutions as readonly [Substitution, Substitution];
  const inFirst = countInLeg(first, slots[0] ?? [], numbers[0]);
  return inFirst === 0 ? 0 : inFirst * countInLeg(second, slots[1] ?? [], numbers[1]);
}

function countInLeg(leg: Substitution, slot: readonly number[], winner: number | undefined) {
  let count = 0;
  for (const runner of slot) {
    const running = leg.withdrawn.has(runner) ? leg.favourite : runner;
    if (running === winner) count += 1;
  }
  return count;
}

/** Whether a void leg refunds everything. Source: docs/rules/doubles.md, "A void leg". */
function isRefunded({ rules, legs: [leg1, leg2] }: DoublePool): boolean {
  if (leg1.void && leg2.void) return true;
  if (leg2.void && !leg2.voidAfterLeg1Started) return true;
  return leg1.void && rules.doubles.leg1Void === "REFUND";
}

function planLeg(pool: DoublePool, index: LegIndex): LegPlan {
  const leg = pool.legs[index];
  const replaced = replacedOf(pool, index);
  const all = [...leg.scratched, ...leg.scratchedAfterLeg1Started];
  const refunded = new Set(all.filter((runner) => !replaced.has(runner)));
  if (leg.void) {
    const live = leg.runners.filter((runner) => !refunded.has(runner));
    const winners = live.map((runner) => ({ numbers: [runner], share: ONE, group: 0 }));
    return { refunded, withdrawn: new Set(), favourite: null, isField: true, winners };
  }
  const winners = legShares(pool, leg).map((share, group) => ({ ...share, group }));
  return { refunded, withdrawn: replaced, favourite: leg.favourite, isField: false, winners };
}

/** The withdrawn runners of a leg that the favourite replaces. */
function replacedOf(pool: DoublePool, index: LegIndex): Set<number> {
  const leg = pool.legs[index];
  if (leg.favourite === null && !leg.void) return new Set();
  const late = leg.scratchedAfterLeg1Started;
  if (pool.rules.doubles.withdrawn === "FAVOURITE") return new Set([...leg.scratched, ...late]);
  return new Set(index === 1 ? late : []);
}

function legShares(pool: DoublePool, leg: LegFacts): Share[] {
  const placings: Placings = present(leg.placings, "a leg that is not void has a result");
  const out = [...leg.scratched, ...leg.scratchedAfterLeg1Started];
  const starters = leg.runners.filter((runner) => !out.includes(runner)).length;
  const places = placesPaid(pool.rules, starters, leg.handicap);
  return poolOf(pool.pool).winners({ placings, places });
}

/**
 * Every pair of leg winners. Its share is the product of both legs' shares, except where one
 * dividend is common to all: there all pairs are one group that shares the whole.
 */
function pairWinners(pool: DoublePool, legs: readonly [LegPlan, LegPlan]): WinningCombination[] {
  const [first, second] = legs;
  const groups = second.winners.length;
  const isCommon = poolOf(pool.pool).deadHeat === "COMMON";
  return first.winners.flatMap((a) =>
    second.winners.map((b) => {
      const numbers = [...a.numbers, ...b.numbers];
      return {
        numbers,
        combination: numbers.join("-"),
        fieldCombination: writeField(legs, numbers),
        share: isCommon ? ONE : multiply(a.share, b.share),
        group: isCommon ? 0 : a.group * groups + b.group,
      };
    }),
  );
}

function writeField(legs: readonly [LegPlan, LegPlan], numbers: readonly number[]): string | null {
  if (!legs.some((leg) => leg.isField)) return null;
  return legs.map((leg, i) => (leg.isField ? "F" : numbers[i])).join("-");
}
