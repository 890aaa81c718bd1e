import type { CSSProperties, ReactNode } from "react";
import "../styles/console-parts.css";

export interface FlowEnd {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly money: string;
  /** 0 to 1: the width of its arrow. */
  readonly share: number;
}

export interface FlowPlotProps {
  readonly label: string;
  readonly from: readonly FlowEnd[];
  readonly to: readonly FlowEnd[];
}

const WIDTH = 200;
const ROW = 64;
const WIDEST = 14;
const MIDDLE = WIDTH / 2;

/** Where money came from and where it went; the width of an arrow is the money. */
export function FlowPlot({ label, from, to }: FlowPlotProps): ReactNode {
  const rows = Math.max(from.length, to.length, 1);
  const height = rows * ROW;
  const yOf = (index: number, count: number) => ((index + 0.5) / count) * height;
  return (
    <div
      className="c-flow"
      role="group"
      aria-label={label}
      style={{ "--rows": rows } as CSSProperties}
    >
      <Ends ends={from} side="from" />
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {from.map((end, index) => {
          const y = yOf(index, from.length);
          const d = `M0 ${y}C${MIDDLE / 2} ${y} ${MIDDLE / 2} ${height / 2} ${MIDDLE} ${height / 2}`;
          return <path key={end.id} d={d} strokeWidth={widthOf(end)} />;
        })}
        {to.map((end, index) => {
          const y = yOf(index, to.length);
          const turn = MIDDLE * 1.5;
          const d = `M${MIDDLE} ${height / 2}C${turn} ${height / 2} ${turn} ${y} ${WIDTH} ${y}`;
          return <path key={end.id} d={d} strokeWidth={widthOf(end)} />;
        })}
      </svg>
      <Ends ends={to} side="to" />
    </div>
  );
}

function widthOf(end: FlowEnd): number {
  return Math.max(1, end.share * WIDEST);
}

function Ends(props: { readonly ends: readonly FlowEnd[]; readonly side: "from" | "to" }) {
  return (
    <ul data-side={props.side}>
      {props.ends.map((end) => (
        <li key={end.id} className={props.side === "from" ? "board" : undefined}>
          <span>
            <b>{end.name}</b>
            <small>{end.note}</small>
          </span>
          <b className="fig">{end.money}</b>
        </li>
      ))}
    </ul>
  );
}
