import { LEAST_ODDS_MILLI, MOST_ODDS_MILLI } from "@club/domain";

/* The steps in which a trader moves odds: fine for short odds, coarse for long ones. */

const STEPS: readonly (readonly [belowMilli: number, stepMilli: number])[] = [
  [2000, 10],
  [3000, 20],
  [4000, 50],
  [6000, 100],
  [10_000, 200],
  [20_000, 500],
  [50_000, 1000],
  [100_000, 2000],
];
const WIDEST_MILLI = 5000;

/** The next odds on the ladder, up or down; at its ends they stay. */
export function stepOdds(oddsMilli: number, way: 1 | -1): number {
  const at = way === 1 ? oddsMilli : oddsMilli - 1;
  const step = STEPS.find(([below]) => at < below)?.[1] ?? WIDEST_MILLI;
  const rung = way === 1 ? Math.floor(oddsMilli / step) + 1 : Math.ceil(oddsMilli / step) - 1;
  return Math.min(MOST_ODDS_MILLI, Math.max(LEAST_ODDS_MILLI, rung * step));
}
