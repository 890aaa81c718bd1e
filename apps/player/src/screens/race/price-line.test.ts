import type { RaceDetail, RunnerLine } from "@club/contract";
import { expect, test } from "vitest";
import { priceLine, priceMove } from "./price-line.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (minute: number): string => new Date(NOON + minute * 60_000).toISOString();

const race = (wins: readonly Record<string, number>[]): RaceDetail =>
  ({ prices: wins.map((win, minute) => ({ at: at(minute), win })) }) as unknown as RaceDetail;
const runner = (horse_id: number, win_approx: number | null): RunnerLine =>
  ({ horse_id, win_approx }) as RunnerLine;

test("the points of one runner, and its price now", () => {
  const line = priceLine(race([{ 3: 440, 4: 200 }, { 4: 210 }, { 3: 360 }]), runner(3, 340), NOON);
  expect(line.map(({ cents }) => cents)).toEqual([440, 360, 340]);
  // The device's clock may be behind the server's: time never runs backwards in a plot.
  expect(line.map((point) => point.at)).toEqual([NOON, NOON + 120_000, NOON + 120_001]);
  expect(priceMove(line)).toEqual({ move: "in", fromCents: 440 });
});

test("no points, no line; a price that did not move is flat", () => {
  expect(priceLine(race([]), runner(3, 340), NOON)).toEqual([]);
  expect(priceMove([])).toEqual({ move: "flat", fromCents: null });
  const still = priceLine(race([{ 3: 340 }]), runner(3, 340), NOON + 1000);
  expect(priceMove(still)).toEqual({ move: "flat", fromCents: null });
  expect(priceMove(priceLine(race([{ 3: 300 }]), runner(3, 340), NOON + 1)).move).toBe("out");
  expect(priceLine(race([{ 3: 340 }]), runner(3, null), NOON)).toHaveLength(1);
});
