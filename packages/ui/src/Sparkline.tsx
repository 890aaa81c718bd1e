import type { ReactNode } from "react";
import "./styles/cloth.css";

export interface SparklineProps {
  /** Prices, oldest first; the last twelve are drawn. */
  readonly values: readonly number[];
  /** in: blue, shorter; out: red, longer; flat: grey. */
  readonly move?: "in" | "out" | "flat";
}

const POINTS = 12;
const WIDTH = 64;
const HEIGHT = 16;
const MARGIN = 2.5;

/** The last twelve prices as a line with a dot at its end. Beside the price, so silent. */
export function Sparkline({ values, move = "flat" }: SparklineProps): ReactNode {
  const points = sparkPoints(values.slice(-POINTS));
  const last = points.at(-1);
  if (last === undefined) return <span className="spark" />;
  return (
    <svg className="spark" data-move={move} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline points={points.map(([x, y]) => `${x},${y}`).join(" ")} />
      <circle cx={last[0]} cy={last[1]} r="2" />
    </svg>
  );
}

/** Where the prices stand in the drawing: a higher price is higher, the last one at the right. */
export function sparkPoints(values: readonly number[]): [number, number][] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = values.length > 1 ? (WIDTH - 2 * MARGIN) / (values.length - 1) : 0;
  return values.map((value, index) => {
    const share = range === 0 ? 0.5 : (value - low) / range;
    const x = WIDTH - MARGIN - (values.length - 1 - index) * step;
    const y = HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  });
}
