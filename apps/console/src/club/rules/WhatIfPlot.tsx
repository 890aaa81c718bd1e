import type { PoolCode } from "@club/domain";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { Compared } from "./what-if-sums.ts";

const [WIDTH, HEIGHT, FOOT, TOP, GAP] = [400, 190, 22, 10, 3] as const;
const MOST_BAR = 22;

/** Bars per pool type: what was paid back, and what would have been. The table has the numbers. */
export function WhatIfPlot(props: {
  readonly rows: readonly (Compared & { readonly pool: PoolCode })[];
  readonly money: (cents: number) => string;
}): ReactNode {
  const t = useT();
  const { rows, money } = props;
  const most = Math.max(1, ...rows.flatMap(({ was, would }) => [was.paid, would.paid]));
  const step = WIDTH / Math.max(1, rows.length);
  const width = Math.min(MOST_BAR, (step - GAP) / 2 - GAP);
  const bar = (cents: number, x: number, side: "was" | "would"): ReactNode => {
    const height = Math.max(1, (cents / most) * (HEIGHT - FOOT - TOP));
    return (
      <rect
        x={x}
        y={HEIGHT - FOOT - height}
        width={width}
        height={height}
        rx={2}
        data-side={side}
      />
    );
  };
  return (
    <figure className="what-if-plot">
      <figcaption>
        <span data-side="was">{t("whatIf.paidWas")}</span>
        <span data-side="would">{t("whatIf.paidWould")}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("whatIf.plot")}>
        <line x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {rows.map(({ pool, was, would }, at) => {
          const middle = at * step + step / 2;
          const name = t(`pool.${pool}`);
          return (
            <g key={pool}>
              <title>{`${name}: ${money(was.paid)} → ${money(would.paid)}`}</title>
              {bar(was.paid, middle - width - GAP / 2, "was")}
              {bar(would.paid, middle + GAP / 2, "would")}
              <text x={middle} y={HEIGHT - 6} textAnchor="middle">
                {name}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
