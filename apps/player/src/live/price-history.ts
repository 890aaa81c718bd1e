import type { PricePoint, RacePool } from "@club/contract";

/*
 * The win prices of races, per runner: what the server kept of the time before, and what this device
 * has heard since. The small line in a runner's row and "in from 4.40". Only in memory.
 */

const POINTS = 36;
const MOST_RACES = 40;

const races = new Map<string, Map<string, number[]>>();

/** Adds the win prices of a race where they changed. */
export function recordPrices(
  raceId: string,
  pools: readonly Pick<RacePool, "pool" | "approximates">[],
): void {
  const win = pools.find(({ pool }) => pool === "WIN");
  if (win === undefined) return;
  const runners = races.get(raceId) ?? new Map<string, number[]>();
  for (const [number, price] of Object.entries(win.approximates)) {
    const seen = runners.get(number) ?? [];
    if (seen.at(-1) !== price) runners.set(number, [...seen, price].slice(-POINTS));
  }
  races.delete(raceId);
  races.set(raceId, runners);
  const oldest = races.keys().next().value;
  if (races.size > MOST_RACES && oldest !== undefined) races.delete(oldest);
}

/** How the prices got where they are, before this device looked. What it has seen itself comes after. */
export function recordPast(raceId: string, prices: readonly PricePoint[]): void {
  if (races.has(raceId)) return;
  for (const { win } of prices) recordPrices(raceId, [{ pool: "WIN", approximates: win }]);
}

/** The win prices of a runner in cents per 1.00, oldest first. */
export function priceHistory(raceId: string, number: number): readonly number[] {
  return races.get(raceId)?.get(String(number)) ?? [];
}

/** How a price moved since it was first seen here. */
export function priceMove(prices: readonly number[]): {
  readonly move: "in" | "out" | "flat";
  readonly fromCents: number | null;
} {
  const now = prices.at(-1);
  const before = prices.at(0);
  if (now === undefined || before === undefined || now === before) {
    return { move: "flat", fromCents: null };
  }
  return { move: now < before ? "in" : "out", fromCents: before };
}
