import type { ReactNode } from "react";
import { stepPath } from "../step-plot.ts";
import { bookTicks, spreadLabels } from "./book-lines.ts";
import type { StepLine } from "./StepLines.tsx";
import "../styles/console-parts.css";

export interface BookLinesProps {
  /** The plot in words. */
  readonly label: string;
  readonly lines: readonly StepLine[];
  /** Whether zero is on the scale: money has it, odds do not. */
  readonly hasZero: boolean;
  readonly xLabel: (x: number) => string;
  readonly yLabel: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 232;
const BOX = { left: 56, right: 572, top: 12, bottom: 204 };
const X_MARKS = 5;
const MOST_LETTERS = 22;

/** Several values through time, in steps, that may go below zero: what a market brings and costs. */
export function BookLines(props: BookLinesProps): ReactNode {
  const { lines, hasZero } = props;
  const ticks = bookTicks(
    lines.flatMap((line) => line.points.map(({ y }) => y)),
    hasZero,
  );
  const low = ticks[0] ?? 0;
  const span = (ticks.at(-1) ?? 1) - low || 1;
  const first = lines[0]?.points[0]?.x ?? 0;
  const last = lines[0]?.points.at(-1)?.x ?? 1;
  const yOf = (y: number) => BOX.bottom - ((y - low) / span) * (BOX.bottom - BOX.top);
  const marks = Array.from({ length: X_MARKS }, (_, index) => index / (X_MARKS - 1));
  return (
    <svg className="c-lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className="c-lines-grid"
            data-zero={(hasZero && tick === 0) || undefined}
            d={`M${BOX.left} ${yOf(tick)}H${BOX.right}`}
          />
          <text x={BOX.left - 8} y={yOf(tick) + 4} textAnchor="end">
            {props.yLabel(tick)}
          </text>
        </g>
      ))}
      {marks.map((share) => (
        <text
          key={share}
          x={BOX.left + share * (BOX.right - BOX.left)}
          y={HEIGHT - 6}
          textAnchor={share === 0 ? "start" : "middle"}
        >
          {props.xLabel(first + share * (last - first))}
        </text>
      ))}
      <Lines lines={lines} low={low} span={span} yOf={yOf} />
    </svg>
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
  const names = spreadLabels(ends, HEIGHT - 12);
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
