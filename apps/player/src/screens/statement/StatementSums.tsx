import type { DataOf, listStatement, StatementSummary } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatCount, formatDay, formatMoney } from "@club/i18n";
import { Figure, FigureGrid, StepPlot } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/club-zone.ts";
import type { DayRange } from "./RangeChoice.tsx";

interface Props {
  readonly summary: StatementSummary;
  readonly plot: DataOf<typeof listStatement>["plot"];
  readonly range: DayRange;
}

/** What betting brought: stakes, payouts and refunds of the range together. */
export function StatementNet({ summary }: Pick<Props, "summary">): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const parts = [summary.staked_cents, summary.paid_cents, summary.refunded_cents];
  const net = sumCents(parts.map(BigInt));
  return (
    <Figure
      label={t("statement.net")}
      value={formatMoney(net, currency, t.language, { sign: "always" })}
      size="board"
      align="end"
      tone={net > 0n ? "turf" : undefined}
    />
  );
}

/** The opening balance and everything that moved it: the figures add up to the balance now. */
export function StatementSums({ summary, plot, range }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number, sign: "auto" | "always" = "always") =>
    formatMoney(cents, currency, t.language, { sign });
  return (
    <>
      <FigureGrid>
        <Figure label={t("statement.opened")} value={money(summary.opened_cents, "auto")} />
        <Figure label={t("statement.toppedUp")} value={money(summary.topped_up_cents)} />
        <Figure label={t("statement.withdrawn")} value={money(summary.withdrawn_cents)} />
        <Figure label={t("statement.staked")} value={money(summary.staked_cents)} />
        <Figure label={t("statement.paid")} value={money(summary.paid_cents)} />
        <Figure label={t("statement.refunded")} value={money(summary.refunded_cents)} />
        {summary.other_cents !== 0 && (
          <>
            <Figure label={t("statement.other")} value={money(summary.other_cents)} />
            <Figure label={t("statement.now")} value={money(summary.now_cents, "auto")} />
          </>
        )}
      </FigureGrid>
      <BalancePlot plot={plot} range={range} summary={summary} />
    </>
  );
}

/** The balance through the whole range, in steps. */
function BalancePlot({ plot, range, summary }: Props): ReactNode {
  const t = useT();
  if (plot.length < 2) return null;
  const points = plot.map((point) => ({ x: Date.parse(point.at), y: point.balance_cents / 100 }));
  const label = (x: number) => formatDay(x, clubZone(), t.language);
  const first = points[0]?.x ?? 0;
  const last = points.at(-1)?.x ?? 0;
  return (
    <StepPlot
      points={points}
      label={t("statement.plot", {
        from: range.from,
        to: range.to,
        now: String(summary.now_cents / 100),
      })}
      xLabels={[
        { x: first, label: label(first) },
        ...(label(first) === label(last) ? [] : [{ x: last, label: label(last) }]),
      ]}
      yLabel={(value) => formatCount(value, t.language)}
    />
  );
}
