import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { Activity } from "../../api/protection.ts";

const WIDTH = 310;
const HEIGHT = 96;
const MOST_DAYS = 31;
const LABEL_EVERY = 10;

/** The net result of each day, up or down from a line: in one colour, a loss below it. */
export function DayBars(props: {
  readonly days: Activity["days"];
  readonly money: (cents: number) => string;
}): ReactNode {
  const t = useT();
  const nets = props.days.map(({ net_result_cents: net }) => net);
  const high = Math.max(0, ...nets);
  const low = Math.min(0, ...nets);
  const span = high - low || 1;
  const yOf = (cents: number) => 4 + ((high - cents) / span) * (HEIGHT - 8);
  const step = WIDTH / MOST_DAYS;
  const label = t("activity.plot", { low: props.money(low), high: props.money(high) });
  return (
    <svg className="day-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} role="img" aria-label={label}>
      {props.days.map(({ day, net_result_cents: net }) => {
        const x = (Number(day.slice(8)) - 1) * step;
        const top = Math.min(yOf(0), yOf(net));
        const height = Math.max(net === 0 ? 0 : 1.5, Math.abs(yOf(net) - yOf(0)));
        return (
          <rect
            key={day}
            data-loss={net < 0 || undefined}
            x={x + 1}
            y={top}
            width={step - 2}
            height={height}
          />
        );
      })}
      <path d={`M0 ${yOf(0)}H${WIDTH}`} />
      {Array.from({ length: 4 }, (_, index) => index * LABEL_EVERY + 1).map((day) => (
        <text key={day} x={(day - 0.5) * step} y={HEIGHT + 14} textAnchor="middle">
          {day}
        </text>
      ))}
    </svg>
  );
}
