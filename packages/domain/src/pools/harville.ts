/**
 * Chances of finishing orders from chances to win, after Harville (1973): once a runner has taken a
 * place, the others share the next one in proportion to their chances to win. Floating point: for
 * estimates alone, never for money that moves. Source: docs/rules/pools.md, "Estimated returns".
 */
export type WinChances = ReadonlyMap<number, number>;

/** Each runner's part of the stakes of the WIN pool; null when nobody bet. */
export function winChances(
  runners: readonly number[],
  stakesByRunner: ReadonlyMap<number, bigint>,
): WinChances | null {
  const stakes = runners.map((runner) => Number(stakesByRunner.get(runner) ?? 0n));
  const total = stakes.reduce((sum, stake) => sum + stake, 0);
  if (total === 0) return null;
  return new Map(runners.map((runner, i) => [runner, (stakes[i] ?? 0) / total]));
}

/** The chance that these runners finish first, second, .. in this order. */
export function orderChance(chances: WinChances, order: readonly number[]): number {
  let chance = 1;
  let left = 1;
  for (const runner of order) {
    const own = chances.get(runner) ?? 0;
    if (own === 0) return 0;
    chance *= own / left;
    left -= own;
  }
  return chance;
}

/** Each runner's chance to finish in one of the first places. */
export function placeChances(chances: WinChances, places: number): WinChances {
  const placed = new Map([...chances.keys()].map((runner) => [runner, 0]));
  const runners = [...chances.keys()];
  const visit = (order: readonly number[]): void => {
    if (order.length === Math.min(places, runners.length)) {
      const chance = orderChance(chances, order);
      for (const runner of order) placed.set(runner, (placed.get(runner) ?? 0) + chance);
      return;
    }
    for (const runner of runners) if (!order.includes(runner)) visit([...order, runner]);
  };
  visit([]);
  return placed;
}

/** What is known of a race before it is run: chances to win, and how many places it pays. */
export type RaceChances = { readonly win: WinChances; readonly places: number };

/** The chance of a leg's runner. */
export type ChanceOf = (numbers: readonly number[]) => number;

/** The runner wins. */
export function won({ win }: RaceChances): ChanceOf {
  return ([runner = 0]) => win.get(runner) ?? 0;
}

/** The runner finishes among the places; the first place always counts. */
export function placed({ win, places }: RaceChances): ChanceOf {
  const chances = placeChances(win, Math.max(places, 1));
  return ([runner = 0]) => chances.get(runner) ?? 0;
}
