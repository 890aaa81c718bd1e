import type { ReactNode } from "react";
import type { PlotBox } from "../step-plot.ts";
import type { StepLine } from "./StepLines.tsx";
import "../styles/console-parts.css";

export interface PlotFrameProps {
  /** The plot in words. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly box: PlotBox;
  /** The scale's lines, and where a value stands. */
  readonly ticks: readonly number[];
  readonly yOf: (value: number) => number;
  /** The line of zero is drawn stronger. */
  readonly hasZero?: boolean;
  readonly lines: readonly StepLine[];
  readonly xMarks: number;
  readonly xLabel: (x: number) => string;
  readonly yLabel: (value: number) => string;
  readonly children: ReactNode;
}

/** The scales of a plot of lines through time; the lines are its children. */
export function PlotFrame(props: PlotFrameProps): ReactNode {
  const { width, height, box, ticks, yOf, lines, xMarks } = props;
  const first = lines[0]?.points[0]?.x ?? 0;
  const last = lines[0]?.points.at(-1)?.x ?? 1;
  const marks = Array.from({ length: xMarks }, (_, index) => index / (xMarks - 1))
    .map((share) => ({ share, text: props.xLabel(first + share * (last - first)) }))
    // A plot that has just begun would say the same minute three times.
    .filter(({ text }, index, all) => text !== all[index - 1]?.text);
  return (
    <svg className="c-lines" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className="c-lines-grid"
            data-zero={(props.hasZero === true && tick === 0) || undefined}
            d={`M${box.left} ${yOf(tick)}H${box.right}`}
          />
          <text x={box.left - 8} y={yOf(tick) + 4} textAnchor="end">
            {props.yLabel(tick)}
          </text>
        </g>
      ))}
      {marks.map(({ share, text }) => (
        <text
          key={share}
          x={box.left + share * (box.right - box.left)}
          y={height - 5}
          textAnchor={share === 0 ? "start" : "middle"}
        >
          {text}
        </text>
      ))}
      {props.children}
    </svg>
  );
}
