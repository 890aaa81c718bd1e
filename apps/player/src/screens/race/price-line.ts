import type { RaceDetail, RunnerLine } from "@club/contract";

export interface PriceAt {
  readonly at: number;
  /** Cents per 1.00. */
  readonly cents: number;
}

/**
 * The history of a runner's win price, oldest first: the points that the server kept, those that
 * came while the page was open, and the current price.
 */
export function priceLine(race: RaceDetail, runner: RunnerLine, nowMs: number): PriceAt[] {
  const points = race.prices.flatMap(({ at, win }) => {
    const cents = win[runner.horse_id];
    return cents === undefined ? [] : [{ at: Date.parse(at), cents }];
  });
  const last = points.at(-1);
  if (runner.win_approx === null || last === undefined) return points;
  return [...points, { at: Math.max(nowMs, last.at + 1), cents: runner.win_approx }];
}

/** How a price moved since the first point. */
export function priceMove(line: readonly PriceAt[]): {
  readonly move: "in" | "out" | "flat";
  readonly fromCents: number | null;
} {
  const now = line.at(-1)?.cents;
  const before = line.at(0)?.cents;
  if (now === undefined || before === undefined || now === before) {
    return { move: "flat", fromCents: null };
  }
  return { move: now < before ? "in" : "out", fromCents: before };
}
