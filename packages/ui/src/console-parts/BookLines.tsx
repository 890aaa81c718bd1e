import type { ReactNode } from "react";
import { stepPath } from "../step-plot.ts";
import { bookTicks, spreadLabels } from "./book-lines.ts";
import { PlotFrame } from "./PlotFrame.tsx";
import type { StepLine } from "./StepLines.tsx";

export interface BookLinesProps {
  /** The plot in words. */
  readonly label: string;
  readonly lines: readonly StepLine[];
  /** Whether zero is on the scale: money has it, odds do not. */
  readonly hasZero: boolean;
  readonly xLabel: (x: number) => string;
  readonly yLabel: (value: number) => string;
}

const SIZE = { width: 720, height: 232 };
const BOX = { left: 56, right: 572, top: 12, bottom: 204 };
const X_MARKS = 5;
const MOST_LETTERS = 22;
const NAME_GAP = 15;

/** Values through time, in steps, that may be below zero: what a market earns or costs. */
export function BookLines(props: BookLinesProps): ReactNode {
  const { lines, hasZero } = props;
  const ticks = bookTicks(
    lines.flatMap((line) => line.points.map(({ y }) => y)),
    hasZero,
  );
  const low = ticks[0] ?? 0;
  const span = (ticks.at(-1) ?? 1) - low || 1;
  const yOf = (y: number) => BOX.bottom - ((y - low) / span) * (BOX.bottom - BOX.top);
  return (
    <PlotFrame {...props} {...SIZE} box={BOX} ticks={ticks} yOf={yOf} xMarks={X_MARKS}>
      <Lines lines={lines} low={low} span={span} yOf={yOf} />
    </PlotFrame>
  );
}

function Lines(props: {
  readonly lines: readonly StepLine[];
  readonly low: number;
  readonly span: number;
  readonly yOf: (y: number) => number;
}): ReactNode {
  const { lines, low, span, yOf } = props;
  const ends = lines.map((line) => yOf(line.points.at(-1)?.y ?? 0));
  const names = spreadLabels(ends, SIZE.height - NAME_GAP, NAME_GAP);
  return lines.map(({ id, tone, points, label }, index) => (
    <g key={id} data-tone={tone}>
      <path
        d={stepPath(
          points.map(({ x, y }) => ({ x, y: y - low })),
          BOX,
          span,
        )}
      />
      <circle cx={BOX.right} cy={ends[index]} r="3.5" />
      <text className="c-lines-name" x={BOX.right + 10} y={(names[index] ?? 0) + 4}>
        {label.length > MOST_LETTERS ? `${label.slice(0, MOST_LETTERS - 1)}…` : label}
      </text>
    </g>
  ));
}
