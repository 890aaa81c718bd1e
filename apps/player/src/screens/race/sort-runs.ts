import type { PastRun } from "@club/contract";

/** What past runs are sorted by; null: the run does not say. */
const KEYS = {
  place: ({ place }: PastRun) => place,
  date: ({ date, raceNo }: PastRun) => Date.parse(date) + (raceNo ?? 0),
  distance: ({ distance_m }: PastRun) => distance_m,
  margin: ({ margin }: PastRun) => margin,
  price: ({ win_approx }: PastRun) => win_approx,
  weight: ({ weight_kg }: PastRun) => weight_kg,
} as const;

export interface RunOrder {
  readonly by: keyof typeof KEYS;
  readonly isDown: boolean;
}

/** Whichever way it is sorted, what does not say comes last. */
export function sortRuns(runs: readonly PastRun[], { by, isDown }: RunOrder): PastRun[] {
  const key = KEYS[by];
  return runs.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDown ? other - one : one - other;
  });
}
