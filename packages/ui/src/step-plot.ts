export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The scale's lines from zero: 3 or 4 round steps that reach the highest value. */
export function roundTicks(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((part) => part * size).find((part) => part >= rough) ?? rough;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < highest) ticks.push(ticks.length * step);
  return ticks;
}

/** A path that holds each value until the next: money jumps, it does not slope. */
export function stepPath(points: readonly PlotPoint[], box: PlotBox, top: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "";
  const width = last.x - first.x;
  const xOf = (x: number) =>
    round(width === 0 ? box.left : box.left + ((x - first.x) / width) * (box.right - box.left));
  const yOf = (y: number) => round(box.bottom - (y / top) * (box.bottom - box.top));
  const steps = points.slice(1).map((point) => `H${xOf(point.x)}V${yOf(point.y)}`);
  return `M${xOf(first.x)} ${yOf(first.y)}${steps.join("")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
