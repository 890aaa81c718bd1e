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

/** The chance of a combination. */
export type ChanceOf = (numbers: readonly number[]) => number;

/** These runners first, second, .. */
export function inOrder({ win }: RaceChances): ChanceOf {
  return (numbers) => orderChance(win, numbers);
}

/** These runners first, in whatever order. */
export function inAnyOrder({ win }: RaceChances): ChanceOf {
  return (numbers) => {
    let chance = 0;
    for (const order of permutationsOf(numbers)) chance += orderChance(win, order);
    return chance;
  };
}

/** Both runners are among the first three; of fewer than three runners, both finish. */
export function bothPlaced({ win }: RaceChances): ChanceOf {
  return (numbers) => {
    const others = [...win.keys()].filter((runner) => !numbers.includes(runner));
    if (others.length === 0) return inAnyOrder({ win, places: 0 })(numbers);
    let chance = 0;
    for (const third of others) {
      for (const order of permutationsOf([...numbers, third])) chance += orderChance(win, order);
    }
    return chance;
  };
}

/** The runner finishes among the places; the first place always counts. */
export function placed({ win, places }: RaceChances): ChanceOf {
  const chances = placeChances(win, Math.max(places, 1));
  return ([runner = 0]) => chances.get(runner) ?? 0;
}

function* permutationsOf(numbers: readonly number[]): Generator<number[]> {
  if (numbers.length <= 1) yield [...numbers];
  for (const first of numbers.length > 1 ? numbers : []) {
    for (const rest of permutationsOf(numbers.filter((each) => each !== first))) {
      yield [first, ...rest];
    }
  }
}
