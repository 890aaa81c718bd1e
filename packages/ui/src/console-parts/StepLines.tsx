import type { ReactNode } from "react";
import { roundTicks, stepPath, type PlotPoint } from "../step-plot.ts";
import "../styles/console-parts.css";

export interface StepLine {
  readonly id: string;
  readonly label: string;
  readonly tone: "turf" | "firm" | "brass" | "drift";
  /** In order of x; all lines of a plot have the same first and last x. */
  readonly points: readonly PlotPoint[];
}

export interface StepLinesProps {
  /** The plot in words. */
  readonly label: string;
  readonly lines: readonly StepLine[];
  readonly xLabel: (x: number) => string;
  readonly yLabel: (value: number) => string;
}

const WIDTH = 820;
const HEIGHT = 120;
const BOX = { left: 44, right: 716, top: 10, bottom: 98 };
const LABEL_GAP = 12;
const X_MARKS = 4;

/** Several sums through time, in steps from zero: money jumps, it does not slope. */
export function StepLines(props: StepLinesProps): ReactNode {
  const all = props.lines.flatMap((line) => line.points);
  const first = props.lines[0]?.points[0]?.x ?? 0;
  const last = props.lines[0]?.points.at(-1)?.x ?? 1;
  const ticks = roundTicks(Math.max(...all.map(({ y }) => y), 0));
  const top = ticks.at(-1) ?? 1;
  const yOf = (y: number) => BOX.bottom - (y / top) * (BOX.bottom - BOX.top);
  const marks = Array.from({ length: X_MARKS }, (_, index) => index / (X_MARKS - 1));
  return (
    <svg className="c-lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="c-lines-grid" d={`M${BOX.left} ${yOf(tick)}H${BOX.right}`} />
          <text x={BOX.left - 8} y={yOf(tick) + 4} textAnchor="end">
            {props.yLabel(tick)}
          </text>
        </g>
      ))}
      {marks.map((share) => (
        <text
          key={share}
          x={BOX.left + share * (BOX.right - BOX.left)}
          y={HEIGHT - 4}
          textAnchor="middle"
        >
          {props.xLabel(first + share * (last - first))}
        </text>
      ))}
      {props.lines.map((line) => (
        <path key={line.id} data-tone={line.tone} d={stepPath(line.points, BOX, top)} />
      ))}
      {spread(props.lines, yOf).map(({ line, y }) => (
        <text key={line.id} className="c-lines-name" data-tone={line.tone} x={BOX.right + 8} y={y}>
          {props.yLabel(Math.round(line.points.at(-1)?.y ?? 0))} {line.label}
        </text>
      ))}
    </svg>
  );
}

/** Names at the end of their lines, moved apart where they would cover each other. */
function spread(lines: readonly StepLine[], yOf: (y: number) => number) {
  const placed = lines
    .map((line) => ({ line, y: yOf(line.points.at(-1)?.y ?? 0) + 4 }))
    .toSorted((a, b) => b.y - a.y);
  let below = HEIGHT;
  return placed.map(({ line, y }) => {
    const free = Math.min(y, below - LABEL_GAP);
    below = free;
    return { line, y: free };
  });
}
