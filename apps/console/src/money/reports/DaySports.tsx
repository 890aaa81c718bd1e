import type { DayReport } from "@club/contract";
import { eventName, formatCount, formatMoney, marketName } from "@club/i18n";
import { column, DataTable, type DataColumn, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";

interface Props {
  readonly report: DayReport;
  readonly currency: string;
}

type Event = DayReport["by_event"][number];
type Market = DayReport["by_market"][number];
type Money = Pick<
  Event,
  "bets" | "staked_cents" | "paid_cents" | "refunded_cents" | "result_cents"
>;

/** The sports of a day: events by their singles, and every bet once by its market's kind. */
export function DaySports(props: Props): ReactNode {
  if (props.report.by_event.length === 0) return null;
  return (
    <>
      <ByEvent {...props} />
      <ByMarket {...props} />
    </>
  );
}

function ByEvent({ report, currency }: Props): ReactNode {
  const t = useT();
  const nameOfRow = (row: Event): string => nameOf(t, row);
  const columns: DataColumn<Event>[] = [
    column.strong("event", t("day.event"), nameOfRow, nameOfRow),
    column.mute(
      "status",
      t("reportColumn.status"),
      (row) => t.find(`sport.status.${row.status}`) ?? row.status,
    ),
    ...moneyColumns<Event>(t, currency),
    column.figure(
      "multiples",
      t("day.multiplesThrough"),
      (row) => formatMoney(row.multiples_cents, currency, t.language, { plain: true }),
      (row) => row.multiples_cents,
    ),
  ];
  return (
    <Panel title={t("day.byEvent")}>
      <DataTable
        label={t("day.byEvent")}
        rows={report.by_event}
        rowId={(row) => row.event_id}
        columns={columns}
      />
    </Panel>
  );
}

function ByMarket({ report, currency }: Props): ReactNode {
  const t = useT();
  const rows = report.by_market;
  const figures = moneyColumns<Market>(t, currency);
  const sum = (of: (row: Market) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const foot = figureTexts(t, currency, {
    bets: sum((row) => row.bets),
    staked_cents: sum((row) => row.staked_cents),
    paid_cents: sum((row) => row.paid_cents),
    refunded_cents: sum((row) => row.refunded_cents),
    result_cents: sum((row) => row.result_cents),
  });
  return (
    <Panel title={t("day.byMarket")}>
      <DataTable
        label={t("day.byMarket")}
        rows={rows}
        rowId={(row) => row.type ?? "multiples"}
        columns={(column) => [
          column.strong("market", t("day.market"), ({ type }) =>
            type === null ? t("day.multiples") : marketName(t, type, ""),
          ),
          ...figures,
        ]}
        foot={{ market: t("reports.total"), ...foot }}
      />
    </Panel>
  );
}

/** An archive has only the names that were on the card. */
function nameOf(t: T, { home, away }: Event): string {
  return eventName(t, { home, away, home_names: {}, away_names: {} });
}

const FIGURES = ["bets", "staked", "paid", "refunded", "result"] as const;

function moneyColumns<Row extends Money>(t: T, currency: string): DataColumn<Row>[] {
  return FIGURES.map((id) => ({
    id,
    label: t(`reportColumn.${id}`),
    kind: "figure",
    cell: (row) => figureTexts(t, currency, row)[id],
    by: (row) => (id === "bets" ? row.bets : row[`${id}_cents` as const]),
  }));
}

function figureTexts(
  t: T,
  currency: string,
  row: Money,
): Readonly<Record<(typeof FIGURES)[number], string>> {
  const money = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  return {
    bets: formatCount(row.bets, t.language),
    staked: money(row.staked_cents),
    paid: money(row.paid_cents),
    refunded: money(row.refunded_cents),
    result: money(row.result_cents),
  };
}
