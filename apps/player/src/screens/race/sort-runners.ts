import type { RunnerLine } from "@club/contract";

/** What runners are sorted by; null: nothing is known of it. Without a price a runner stands behind all. */
const KEYS = {
  number: ({ horse_id }: RunnerLine) => horse_id,
  draw: ({ barrier }: RunnerLine) => barrier,
  weight: ({ weight_kg }: RunnerLine) => weight_kg,
  win: ({ win_approx }: RunnerLine) => win_approx,
  place: ({ place_approx }: RunnerLine) => place_approx,
} as const;

export type RunnerKey = keyof typeof KEYS;

export interface RunnerOrder {
  readonly by: RunnerKey;
  readonly isDown: boolean;
}

/** By number all keep their places; else who is scratched, or of whom it is not known, comes last. */
export function sortRunners(
  runners: readonly RunnerLine[],
  { by, isDown }: RunnerOrder,
): readonly RunnerLine[] {
  const key = (runner: RunnerLine) =>
    by !== "number" && runner.scratched ? null : KEYS[by](runner);
  return runners.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDown ? other - one : one - other;
  });
}
