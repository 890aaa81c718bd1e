import type { ReactNode } from "react";
import { roundTicks, stepPath, type PlotPoint } from "../step-plot.ts";
import { spreadLabels } from "./book-lines.ts";
import { PlotFrame } from "./PlotFrame.tsx";

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

const SIZE = { width: 820, height: 120 };
const BOX = { left: 44, right: 716, top: 10, bottom: 98 };
const NAME_GAP = 12;
const X_MARKS = 4;

/** Several sums through time, in steps from zero: money jumps, it does not slope. */
export function StepLines(props: StepLinesProps): ReactNode {
  const { lines, yLabel } = props;
  const highest = Math.max(...lines.flatMap((line) => line.points.map(({ y }) => y)), 0);
  const ticks = roundTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const yOf = (y: number) => BOX.bottom - (y / top) * (BOX.bottom - BOX.top);
  const lastOf = (line: StepLine) => line.points.at(-1)?.y ?? 0;
  const ends = lines.map((line) => yOf(lastOf(line)) + 4);
  const names = spreadLabels(ends, SIZE.height - NAME_GAP, NAME_GAP);
  return (
    <PlotFrame {...props} {...SIZE} box={BOX} ticks={ticks} yOf={yOf} xMarks={X_MARKS}>
      {lines.map((line, index) => (
        <g key={line.id} data-tone={line.tone}>
          <path d={stepPath(line.points, BOX, top)} />
          <text className="c-lines-name" x={BOX.right + 8} y={names[index]}>
            {yLabel(Math.round(lastOf(line)))} {line.label}
          </text>
        </g>
      ))}
    </PlotFrame>
  );
}
