const STEPS = [1, 2, 2.5, 5, 10];
const WISHED = 4;
/** Lines are at least a unit of money or a hundredth of odds apart: closer, their texts match. */
const LEAST_MONEY = 100;
const LEAST_ODDS = 10;

/** Round scale lines from below the lowest to above the highest value, with zero where asked. */
export function bookTicks(values: readonly number[], hasZero: boolean): number[] {
  const all = hasZero ? [...values, 0] : values;
  const low = Math.min(...all, Infinity);
  const high = Math.max(...all, -Infinity);
  if (low > high) return [0, 1];
  const rough = Math.max((high - low) / WISHED, hasZero ? LEAST_MONEY : LEAST_ODDS);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((part) => part * size).find((part) => part >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  // A negative zero would be written with its sign.
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step + 0);
}

/** Where the names of lines stand: at their ends, spread by a gap where they would overlap. */
export function spreadLabels(ends: readonly number[], bottom: number, gap: number): number[] {
  const order = ends.map((y, index) => ({ y, index })).toSorted((a, b) => b.y - a.y);
  const places: number[] = [];
  let below = bottom + gap;
  for (const { y, index } of order) {
    below = Math.min(y, below - gap);
    places[index] = below;
  }
  return places;
}
