import { addDays, dayAt, formatCount, formatDayRange, formatPercent } from "@club/i18n";
import { clubNow } from "@club/ui";
import {
  ConsoleButton,
  ConsoleField,
  DataTable,
  Panel,
  Segmented,
  SportBook,
  SportBookBar,
  SportTotals,
  type DataColumn,
  column,
} from "@club/ui/console";
import type { ReactNode } from "react";
import {
  saveReport,
  useSportReport,
  type ReportGroup,
  type ReportLine,
  type ReportQuery,
  type SportReport,
} from "../../api/sport-report.ts";
import { useAct } from "../../api/use-act.ts";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { useMoney } from "../book/money.ts";
import { FIRST_DAYS, groupName, marginOf, sharesOf } from "./report-figures.ts";

const GROUPS = ["sport", "competition", "market", "kind", "player"] as const;
type Money = ReturnType<typeof useMoney>;

/** What the sports book took, paid and kept between two days. Route: /sports/report */
export function SportReportPage(): ReactNode {
  const t = useT();
  const asked = useAsked();
  const query = useSportReport(asked);
  const { data } = query;
  return (
    <ConsoleFrame title={t("route.sportReport")} headEnd={<SaveFile asked={asked} />}>
      <Filter asked={asked} />
      {data !== undefined && <Totals totals={data} />}
      <Panel title={t("sportReport.title")} meta={metaText(t, asked, data)}>
        <Listing query={query} rows={8} hasOwnFile>
          {(report) => <ReportTable by={asked.by} report={report} />}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}

/** The days and the grouping are in the address, so a report can be sent as a link. */
function useAsked(): ReportQuery {
  const address = useQueryOfAddress();
  const today = dayAt(clubNow(), clubZone());
  const by = address.get("by");
  return {
    from: address.get("from") ?? addDays(today, -FIRST_DAYS),
    to: address.get("to") ?? today,
    by: GROUPS.find((group) => group === by) ?? "sport",
  };
}

function Filter({ asked }: { readonly asked: ReportQuery }): ReactNode {
  const t = useT();
  const change = (more: Partial<ReportQuery>): void => {
    const query = new URLSearchParams({ ...asked, ...more });
    replaceAddress(`${pathOf("sportReport")}?${query}`);
  };
  const isWrong = asked.from > asked.to;
  return (
    <div className="filter sport-report-filter">
      <ConsoleField
        label={t("sportReport.from")}
        type="date"
        value={asked.from}
        error={isWrong ? t("sportReport.order") : undefined}
        onChange={(from) => from !== "" && change({ from })}
      />
      <ConsoleField
        label={t("sportReport.to")}
        type="date"
        value={asked.to}
        onChange={(to) => to !== "" && change({ to })}
      />
      <Segmented<ReportGroup>
        label={t("sportReport.by")}
        value={asked.by}
        onChange={(by) => change({ by })}
        options={GROUPS.map((id) => ({ id, label: t(`sportReport.by.${id}`) }))}
      />
    </div>
  );
}

function SaveFile({ asked }: { readonly asked: ReportQuery }): ReactNode {
  const t = useT();
  const act = useAct(async () => await saveReport(asked), { toast: true });
  return (
    <ConsoleButton
      icon="download"
      busy={act.busy}
      reason={asked.from > asked.to ? t("sportReport.order") : undefined}
      onPress={() => void act.run()}
    >
      {t("sportReport.file")}
    </ConsoleButton>
  );
}

function Totals({ totals }: { readonly totals: SportReport }): ReactNode {
  const t = useT();
  const { full } = useMoney();
  return (
    <SportTotals
      label={t("sportReport.total")}
      note={t("sportReport.note")}
      totals={[
        { label: t("sportReport.stakes"), value: full(totals.stakes_cents) },
        { label: t("sportReport.payout"), value: full(totals.payout_cents) },
        { label: t("sportReport.kept"), value: full(totals.book_result_cents), tone: "amber" },
        { label: t("sportReport.margin"), value: marginText(t, totals) },
        { label: t("sportReport.openNow"), value: full(totals.open_now.stakes_cents) },
        { label: t("desk.worstAll"), value: full(totals.open_now.worst_cents) },
      ]}
    />
  );
}

function marginText(t: T, figures: Parameters<typeof marginOf>[0]): string {
  const margin = marginOf(figures);
  // The same minus sign as the money beside it.
  return margin === null ? "–" : formatPercent(margin, t.language).replace("-", "−");
}

function metaText(t: T, asked: ReportQuery, report: SportReport | undefined): string {
  if (asked.from > asked.to) return t("sportReport.order");
  const days = formatDayRange(asked.from, asked.to, t.language);
  if (report === undefined || report.groups <= report.list.length) return days;
  const { groups } = report;
  return `${days} · ${t("sportReport.cut", { n: report.list.length, groups })}`;
}

function ReportTable({
  by,
  report,
}: {
  readonly by: ReportGroup;
  readonly report: SportReport;
}): ReactNode {
  const t = useT();
  const money = useMoney();
  const { list: lines } = report;
  const shares = sharesOf(lines);
  const nameOf = (line: ReportLine): string => groupName(t, by, line);
  const columns: DataColumn<ReportLine>[] = [
    column.strong("name", t(`sportReport.by.${by}`), nameOf, nameOf),
    ...figureColumns(t, money),
    {
      id: "plot",
      label: t("sportReport.plot"),
      hideLabel: true,
      width: "9rem",
      cell: (line) => <SportBookBar share={shares.get(line.key) ?? 0} />,
    },
  ];
  const foot = Object.fromEntries(
    figureColumns(t, money).map(({ id, cell }) => [id, cell({ key: "", name: "", ...report })]),
  );
  return (
    <DataTable
      label={t("sportReport.title")}
      rows={lines}
      rowId={({ key }) => key}
      empty={t("sportReport.none")}
      columns={columns}
      {...(lines.length > 0 && { foot: { name: t("sportReport.total"), ...foot } })}
    />
  );
}

function figureColumns(t: T, money: Money): DataColumn<ReportLine>[] {
  const cents = (
    id: "stakes" | "payout" | "refund" | "openStakes" | "openPayout",
    of: (line: ReportLine) => number,
  ): DataColumn<ReportLine> => ({
    id,
    label: t(`sportReport.${id}`),
    kind: "figure",
    cell: (line) => money.plain(of(line)),
    by: of,
  });
  return [
    column.figure(
      "bets",
      t("sportReport.bets"),
      ({ bets }) => formatCount(bets, t.language),
      ({ bets }) => bets,
    ),
    cents("stakes", (line) => line.stakes_cents),
    cents("openStakes", (line) => line.open_cents),
    cents("openPayout", (line) => line.open_payout_cents),
    cents("payout", (line) => line.payout_cents),
    cents("refund", (line) => line.refund_cents),
    column.figure(
      "kept",
      t("sportReport.kept"),
      ({ book_result_cents: kept }) => <SportBook cents={kept} text={money.signed(kept)} />,
      ({ book_result_cents: kept }) => kept,
    ),
    column.figure("margin", t("sportReport.margin"), (line) => marginText(t, line), marginOf),
  ];
}
