import type { RaceField } from "../bets/bet-order.ts";
import type { Cents } from "../money/cents.ts";

/**
 * The favourite of a race: the unscratched runner with the most live stakes in the WIN pool at its
 * close, on a tie the lower number (so the lowest runner when nobody bet); null when all are
 * scratched. Source: docs/rules/doubles.md, "The favourite".
 */
export function favouriteOf(
  winStakesByRunner: ReadonlyMap<number, Cents>,
  field: RaceField,
): number | null {
  let favourite: number | null = null;
  let most = -1n;
  for (const runner of [...field.runners].sort((a, b) => a - b)) {
    const stakes = winStakesByRunner.get(runner) ?? 0n;
    if (field.scratched.includes(runner) || stakes <= most) continue;
    favourite = runner;
    most = stakes;
  }
  return favourite;
}
