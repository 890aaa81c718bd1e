import { standardCloth } from "@club/ui";
import type { ReactNode } from "react";

const WIDTH = 22;
const HEIGHT = 18;

/** A runner's cloth within a drawing, its middle at x and y. */
export function SvgCloth(props: {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}): ReactNode {
  const { number, x, y } = props;
  const standard = standardCloth(number);
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <rect
        className="draw-cloth"
        x={-WIDTH / 2}
        y={-HEIGHT / 2}
        width={WIDTH}
        height={HEIGHT}
        rx="3"
        style={{ fill: `var(--cloth-${standard})` }}
      />
      <text
        className="draw-number"
        y="5"
        textAnchor="middle"
        style={{ fill: `var(--cloth-${standard}-ink)` }}
      >
        {number}
      </text>
    </g>
  );
}
