import { present } from "../assert.ts";
import type { Slot, Slots } from "../bets/bet-order.ts";
import { type MinorPoolCode, poolOf } from "../bets/bet-types.ts";
import { ONE } from "../money/fraction.ts";
import type { LegFacts, MultiPool } from "../pools/pool-facts.ts";
import { placesPaid } from "../pools/rule-sets.ts";
import type { LegWin, PoolPlan, Tier, WinningCombination } from "./plan-shapes.ts";

/** The plan of a pool over three races and more. Source: docs/rules/multi-race.md. */
export function planMulti(pool: MultiPool): PoolPlan {
  const legWins = pool.abandoned === true ? [] : pool.legs.map((leg) => winOfLeg(pool, leg));
  return {
    isOff: pool.abandoned === true,
    scratched: legWins.map(({ refunded }) => refunded),
    hasScratched: legWins.some(({ refunded }) => refunded.size > 0),
    substitutions: legWins,
    legWins,
    winners: pool.abandoned === true || isRefunded(pool) ? [] : winnersOf(pool, legWins),
  };
}

/**
 * How many of a bet's combinations win a prize. With m runners of the bet that win a leg and n that
 * it has there, stand-ins counted: all legs right is the product of m; all but one the sum over the
 * legs of (n - m) x the product of the others' m. Source: docs/rules/multi-race.md, "What wins".
 */
export function countInTier(legWins: readonly LegWin[], slots: Slots, tier: Tier): number {
  let [right, oneWrong] = [1, 0];
  for (let i = 0; i < legWins.length; i += 1) {
    const leg = legWins[i] as LegWin;
    const slot = slots[i] as Slot;
    const winning = countWinningIn(leg, slot);
    oneWrong = oneWrong * winning + right * (countLiveIn(leg, slot) - winning);
    right *= winning;
    if (right === 0 && oneWrong === 0) return 0;
  }
  return tier === "MAJOR" ? right : oneWrong;
}

/** n: how many runners a bet has in a leg, stand-ins counted, refunded ones not. */
export function countLiveIn({ refunded }: LegWin, slot: Slot): number {
  if (refunded.size === 0) return slot.length;
  let live = 0;
  for (const runner of slot) if (!refunded.has(runner)) live += 1;
  return live;
}

/** m: how many of them win it. */
export function countWinningIn(leg: LegWin, slot: Slot): number {
  if (leg.winners === null) return countLiveIn(leg, slot);
  let winning = 0;
  for (const runner of slot) {
    if (leg.refunded.has(runner)) continue;
    const running = leg.withdrawn.has(runner) ? leg.favourite : runner;
    if (running !== null && leg.winners.has(running)) winning += 1;
  }
  return winning;
}

/** A leg that was void before leg 1 started, or half of all legs. */
function isRefunded({ legs }: MultiPool): boolean {
  const gone = legs.filter((leg) => leg.void);
  return gone.length * 2 >= legs.length || gone.some((leg) => !leg.voidAfterLeg1Started);
}

/** A leg without a result has no winner yet. */
function winOfLeg(pool: MultiPool, leg: LegFacts): LegWin {
  const { scratched: early, scratchedAfterLeg1Started: late, favourite } = leg;
  const all = [...early, ...late];
  const isReplaced = pool.rules.doubles.withdrawn === "FAVOURITE" ? all : late;
  const withdrawn = new Set(favourite === null && !leg.void ? [] : isReplaced);
  const refunded = new Set(all.filter((runner) => !withdrawn.has(runner)));
  if (leg.void) return { refunded, withdrawn: new Set(), favourite: null, winners: null };
  const places = placesPaid(pool.rules, leg.runners.length - all.length, leg.handicap);
  const finish = { placings: leg.placings ?? [], places };
  const winners = poolOf(pool.pool).winners(finish);
  return { refunded, withdrawn, favourite, winners: new Set(winners.flatMap((w) => w.numbers)) };
}

/** Everything that wins one prize is one group with one dividend. */
function winnersOf(pool: MultiPool, legWins: readonly LegWin[]): WinningCombination[] {
  const hasMinor = (pool.rules.minorBps[pool.pool as MinorPoolCode] ?? 0) > 0;
  const tiers: readonly Tier[] = hasMinor ? ["MAJOR", "MINOR"] : ["MAJOR"];
  return tiers.map((tier, group) => ({
    tier,
    numbers: [],
    share: ONE,
    combination: writeTier(legWins, tier),
    fieldCombination: null,
    group,
  }));
}

/**
 * How a prize is written: the first by the winners of each leg, `3-1/4-F-7` with a dead heat in the
 * second and a void third; the second by how many legs it has right, `5/6`.
 */
function writeTier(legWins: readonly LegWin[], tier: Tier): string {
  if (tier === "MINOR") return `${legWins.length - 1}/${legWins.length}`;
  return legWins.map(({ winners }) => (winners === null ? "F" : writeLeg(winners))).join("-");
}

function writeLeg(winners: ReadonlySet<number>): string {
  return [...winners].sort((a, b) => a - b).join("/");
}

/** The prize of a winner of such a pool. */
export function tierOf(winner: WinningCombination): Tier {
  return present(winner.tier, "a winner over several races wins a prize");
}
