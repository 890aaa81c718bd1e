import { useEffect, useRef, useState, type ReactNode } from "react";
import { roundTicks, stepPath, type PlotPoint } from "./step-plot.ts";
import "./styles/plot.css";

export interface StepPlotProps {
  /** In order of x; the value holds until the next point. */
  readonly points: readonly PlotPoint[];
  /** The plot in a sentence, for those who do not see it. */
  readonly label: string;
  readonly xLabels: readonly { readonly x: number; readonly label: string }[];
  /** 1500 is "1,500". */
  readonly yLabel: (value: number) => string;
  /** In CSS pixels at a root of 16. */
  readonly height?: number | undefined;
}

const LEFT = 34;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 20;

/** A balance through time, from zero, in steps. Drawn at its shown width, so its text keeps its size. */
export function StepPlot(props: StepPlotProps): ReactNode {
  const { points, height = 104 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const ticks = roundTicks(Math.max(0, ...points.map((point) => point.y)));
  const top = ticks.at(-1) ?? 1;
  const box = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
  const path = stepPath(points, box, top);
  const first = points[0]?.x ?? 0;
  const span = (points.at(-1)?.x ?? 1) - first || 1;
  const xOf = (x: number) => box.left + ((x - first) / span) * (box.right - box.left);
  const yOf = (y: number) => box.bottom - (y / top) * (box.bottom - box.top);
  const end = points.at(-1);
  return (
    <div ref={frame} className="plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
        {ticks.map((tick) => (
          <g key={tick}>
            <path className="plot-line" d={`M${box.left} ${yOf(tick)}H${box.right}`} />
            <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end">
              {props.yLabel(tick)}
            </text>
          </g>
        ))}
        {path !== "" && <path className="plot-area" d={`${path}V${box.bottom}H${box.left}z`} />}
        <path className="plot-steps" d={path} />
        {end !== undefined && <circle cx={xOf(end.x)} cy={yOf(end.y)} r="4" />}
        {props.xLabels.map(({ x, label }, index) => (
          <text key={label} x={xOf(x)} y={height - 4} textAnchor={anchorOf(index, props.xLabels)}>
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}

function anchorOf(index: number, labels: readonly unknown[]): "start" | "middle" | "end" {
  if (index === 0) return "start";
  return index === labels.length - 1 ? "end" : "middle";
}

const FIRST_WIDTH = 343;
const ROOT_PX = 16;

/** The shown width in pixels of a 16 px root: the drawing grows with the text. */
function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (entry !== undefined) setWidth(Math.round((entry.contentRect.width * ROOT_PX) / root));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
