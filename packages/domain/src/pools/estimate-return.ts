import { present } from "../assert.ts";
import type { BetOrder, RaceField } from "../bets/bet-order.ts";
import { type PoolCode, type RunnerPoolCode, betTypeOf, poolOf } from "../bets/bet-types.ts";
import { enumerateCombinations } from "../bets/combinations.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import type { Cents } from "../money/cents.ts";
import { type Approximate, type OpenPool, approximateDividends, grossOf } from "./approximates.ts";
import { payCombination, takeoutOf } from "./dividend.ts";
import { type ChanceOf, winChances } from "./harville.ts";
import { type RuleSet, placesPaid } from "./rule-sets.ts";

/** One race of a bet and what is in its WIN and PLACE pools now. */
export type OpenRace = RaceField & {
  readonly handicap: boolean;
  readonly winStakes: ReadonlyMap<number, Cents>;
  readonly placeStakes: ReadonlyMap<number, Cents>;
};

export type EstimatedReturn = { readonly minCents: Cents; readonly maxCents: Cents };

/** What is in a pool before a bet: its live stakes, and the jackpot that waits for it. */
export type PoolMoney = {
  readonly grossCents: Cents;
  readonly jackpotInCents: Cents;
  /** What its winners share at least. */
  readonly guaranteeCents: Cents;
};

/**
 * What a bet over several races may return if it wins, from the least to the most; null when nothing
 * can be said yet. (1 - takeout) / chance per 1.00, the chance of each leg's runner from its WIN
 * pool, for one winning combination, and never more than the pool with this bet in it, or its
 * guarantee where that is more. No promise. Source: docs/rules/pools.md, "Estimated returns".
 *
 * @param races - one per leg.
 */
export function estimateLegs(
  order: BetOrder,
  races: readonly OpenRace[],
  { rules, grossCents, jackpotInCents, guaranteeCents }: PoolMoney & { readonly rules: RuleSet },
): EstimatedReturn | null {
  const pool = present(betTypeOf(order.betType).pools[0], "a bet type has a pool");
  const legs = races.map((race) => chancesOfRace(pool, race, rules));
  if (!legs.every((leg) => leg !== null)) return null;
  const unit = Number(order.unitStakeCents) * (1 - rules.takeoutBps[pool] / 10_000);
  let [least, most] = [Infinity, 0];
  for (const numbers of enumerateCombinations(withExtremes(order, legs))) {
    const chance = legs.reduce((all, leg, i) => all * leg(numbers.slice(i, i + 1)), 1);
    if (chance <= 0) continue;
    least = Math.min(least, unit / chance);
    most = Math.max(most, unit / chance);
  }
  if (least === Infinity) return null;
  const gross = grossCents + BigInt(countCombinations(order)) * order.unitStakeCents;
  const netCents = netOf(gross, rules, pool) + jackpotInCents;
  return atMost(
    { minCents: wholeCents(least), maxCents: wholeCents(most) },
    netCents > guaranteeCents ? netCents : guaranteeCents,
  );
}

/** What is left of a pool's stakes after the takeout. */
export function netOf(grossCents: Cents, rules: RuleSet, pool: PoolCode): Cents {
  return grossCents - takeoutOf(grossCents, rules.takeoutBps[pool]);
}

/** An estimate is never more than the pools hold, whatever minimum or rounding would add. */
export function atMost({ minCents, maxCents }: EstimatedReturn, cents: Cents): EstimatedReturn {
  const most = (each: Cents): Cents => (each < cents ? each : cents);
  return { minCents: most(minCents), maxCents: most(maxCents) };
}

/** Down to the cent, and never more than a number can hold exactly. */
function wholeCents(estimate: number): Cents {
  return BigInt(Math.max(0, Math.floor(Math.min(estimate, Number.MAX_SAFE_INTEGER))));
}

/**
 * A bet over several races with the likeliest and the least likely runner of each leg alone: the
 * extremes of all its combinations, of which there may be 100,000, are among theirs.
 */
function withExtremes(order: BetOrder, legs: readonly ChanceOf[]): BetOrder {
  const slots = order.slots.map((slot, i) => {
    const chances = slot
      .map((runner) => ({ runner, chance: legs[i]?.([runner]) ?? 0 }))
      .filter(({ chance }) => chance > 0)
      .sort((a, b) => a.chance - b.chance);
    const ends = [chances[0], chances.at(-1)].flatMap((each) => each?.runner ?? []);
    return [...new Set(ends)];
  });
  return { ...order, slots };
}

/** null when the race's WIN pool is empty. */
function chancesOfRace(pool: PoolCode, race: OpenRace, rules: RuleSet): ChanceOf | null {
  const { estimate } = poolOf(pool);
  const live = race.runners.filter((runner) => !race.scratched.includes(runner));
  const win = winChances(live, race.winStakes);
  if (win === null || typeof estimate === "string") return null;
  return estimate({ win, places: placesPaid(rules, live.length, race.handicap) });
}

/**
 * What a Win, Place or Each Way may return: the bet's own stakes are put into the pools first, and it
 * is never more than these then hold. Null when nothing can be said yet.
 */
export function estimateRunners(
  order: BetOrder,
  race: OpenRace,
  rules: RuleSet,
): EstimatedReturn | null {
  const pools = betTypeOf(order.betType).pools;
  const chosen = order.slots[0] ?? [];
  const placeUnit = order.unitStake2Cents ?? order.unitStakeCents;
  let holdCents = 0n;
  const returns = (pool: RunnerPoolCode): Map<number, Cents> => {
    if (!pools.includes(pool)) return new Map();
    const unit = pools[1] === pool ? placeUnit : order.unitStakeCents;
    const open = withOwnStakes({ pool, race, rules }, chosen, unit);
    holdCents += netOf(grossOf(open), rules, pool);
    return returnsOf(approximateDividends(open), chosen, unit);
  };
  const win = returns("WIN");
  const place = returns("PLACE");
  if (win.size === 0 && place.size === 0) return null;
  const live = race.runners.filter((runner) => !race.scratched.includes(runner));
  return atMost(rangeOf(win, place, placesPaid(rules, live.length, race.handicap)), holdCents);
}

function withOwnStakes(
  { pool, race, rules }: { pool: OpenPool["pool"]; race: OpenRace; rules: RuleSet },
  chosen: readonly number[],
  unitCents: Cents,
): OpenPool {
  const stakes = new Map(pool === "WIN" ? race.winStakes : race.placeStakes);
  for (const runner of chosen) stakes.set(runner, (stakes.get(runner) ?? 0n) + unitCents);
  const { handicap, runners, scratched } = race;
  return { pool, rules, handicap, runners, scratched, stakesByRunner: stakes };
}

function returnsOf(
  approximates: readonly Approximate[],
  chosen: readonly number[],
  unitCents: Cents,
): Map<number, Cents> {
  const returns = new Map<number, Cents>();
  for (const { runner, dividendCents } of approximates) {
    if (dividendCents === null || !chosen.includes(runner)) continue;
    returns.set(runner, payCombination(unitCents, dividendCents));
  }
  return returns;
}

/** At most one runner wins; as many are placed as places are paid, the winner among them. */
function rangeOf(
  win: ReadonlyMap<number, Cents>,
  place: ReadonlyMap<number, Cents>,
  places: number,
): EstimatedReturn {
  const smallest = [...(place.size > 0 ? place : win).values()].sort(ascending);
  const most = [...new Set([...win.keys(), ...place.keys()])].map((winner) => {
    const others = [...place].filter(([runner]) => runner !== winner).map(([, cents]) => cents);
    const placed = others
      .sort(ascending)
      .reverse()
      .slice(0, Math.max(places - 1, 0));
    return (win.get(winner) ?? 0n) + (place.get(winner) ?? 0n) + placed.reduce((a, b) => a + b, 0n);
  });
  return { minCents: smallest[0] ?? 0n, maxCents: most.sort(ascending).at(-1) ?? 0n };
}

function ascending(a: Cents, b: Cents): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
