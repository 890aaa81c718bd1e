import type { ReportId } from "@club/contract";
import { addDays } from "@club/domain";
import { dayAt } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleField, ConsoleSelect, Panel, useIsNarrow } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { go, replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { DayReportPanels } from "./DayReportPanels.tsx";
import { ReportPanel } from "./ReportPanel.tsx";
import "./reports.css";

type Picked = ReportId | "day";

/** Every report as a table, and the recomputed day. Route: /reports */
export function ReportsPage(): ReactNode {
  const t = useT();
  const query = useQueryOfAddress();
  const today = dayAt(clubNow(), clubZone());
  const asked = query.get("report");
  const picked: Picked = REPORTS.find((id) => id === asked) ?? "day";
  const [days, setDays] = useState({
    from: query.get("from") ?? (picked === "day" ? today : addDays(today, -6)),
    to: query.get("to") ?? today,
  });
  const change = (part: Partial<typeof days>): void => {
    const next = { ...days, ...part };
    setDays(next);
    replaceAddress(`${pathOf("reports")}?report=${picked}&from=${next.from}&to=${next.to}`);
  };
  return (
    <ConsoleFrame title={t("route.reports")} meta={t(`report.${picked}`)}>
      <div className="columns-reports">
        <ReportList picked={picked} days={days} />
        <div className="rows">
          <div className="report-days">
            {picked !== "day" && (
              <ConsoleField
                label={t("reports.from")}
                type="date"
                value={days.from}
                onChange={(from) => from !== "" && change({ from })}
              />
            )}
            <ConsoleField
              label={t(picked === "day" ? "day.of" : "reports.to")}
              type="date"
              value={days.to}
              onChange={(to) => to !== "" && change({ to })}
            />
          </div>
          {picked === "day" ? (
            <DayReportPanels day={days.to} />
          ) : (
            <ReportPanel key={picked} report={picked} days={days} />
          )}
        </div>
      </div>
    </ConsoleFrame>
  );
}

/** A list beside the report; on a phone a field above it. */
function ReportList(props: {
  readonly picked: Picked;
  readonly days: { readonly from: string; readonly to: string };
}): ReactNode {
  const t = useT();
  const isNarrow = useIsNarrow();
  const { picked, days } = props;
  const queryOf = (id: string): string => `?report=${id}&from=${days.from}&to=${days.to}`;
  if (isNarrow) {
    return (
      <ConsoleSelect
        label={t("reports.list")}
        value={picked}
        options={REPORTS.map((id) => ({ id, label: t(`report.${id}`) }))}
        onChange={(id) => go(`${pathOf("reports")}${queryOf(id)}`)}
      />
    );
  }
  return (
    <Panel label={t("reports.list")}>
      <nav className="report-list" aria-label={t("reports.list")}>
        {REPORT_GROUPS.map(({ group, reports }) => (
          <div key={group}>
            <h2>{t(`reports.group.${group}`)}</h2>
            {reports.map((id) => (
              <a
                key={id}
                href={`${hrefOf("reports")}${queryOf(id)}`}
                aria-current={id === picked ? "page" : undefined}
              >
                {t(`report.${id}`)}
              </a>
            ))}
          </div>
        ))}
      </nav>
    </Panel>
  );
}

/** The list at the left, in its order. */
export const REPORT_GROUPS = [
  {
    group: "race",
    reports: ["day", "pre_race", "sales", "dividends", "close_times", "large_bets", "refused_bets"],
  },
  {
    group: "money",
    reports: [
      "club_days",
      "race_money",
      "takeout",
      "jackpots",
      "refunds",
      "liabilities",
      "adjustments",
      "tax",
      "payments",
      "arrivals",
      "marked_payouts",
    ],
  },
  { group: "people", reports: ["limits", "operator_acts"] },
] as const satisfies readonly {
  readonly group: string;
  readonly reports: readonly (ReportId | "day")[];
}[];

const REPORTS: readonly Picked[] = REPORT_GROUPS.flatMap(({ reports }) => [...reports]);
