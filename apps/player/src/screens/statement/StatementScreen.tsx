import type { StatementType } from "@club/contract";
import { addDays, formatDayRange } from "@club/i18n";
import { EmptyState, FilterChips } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useStatement } from "../../api/money.ts";
import { useMoneyNews } from "../../api/money-news.ts";
import { clubToday } from "../../core/club-zone.ts";
import { useT } from "../../core/lang.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { RangeChoice } from "./RangeChoice.tsx";
import { ExportSheet } from "./ExportSheet.tsx";
import { StatementLines } from "./StatementLines.tsx";
import { StatementNet, StatementSums } from "./StatementSums.tsx";
import "../../shell/pages.css";

const FILTERS = ["all", "bet", "payout", "refund", "top_up", "withdrawal", "other"] as const;
type Filter = (typeof FILTERS)[number];

const DAYS_AT_FIRST = 29;

/** The player's cash account: sums that add up, a plot, every line with the balance after it. */
export function StatementScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const [range, setRange] = useState(firstRange);
  const [isSaving, setSaving] = useState(false);
  const [filter, setFilter] = useState<Filter>("all");
  const type: StatementType | undefined = filter === "all" ? undefined : filter;
  const query = useStatement({ ...range, type });
  const first = query.data?.pages[0]?.data;
  const summary = first?.summary ?? undefined;
  return (
    <Screen
      id="statement"
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
      actions={[{ icon: "download", label: t("export.title"), onPress: () => setSaving(true) }]}
    >
      <div className="statement-head">
        <div className="statement-top">
          <RangeChoice
            range={range}
            text={formatDayRange(range.from, range.to, t.language)}
            onChoose={setRange}
          />
          {summary !== undefined && <StatementNet summary={summary} />}
        </div>
        {summary !== undefined && (
          <StatementSums summary={summary} plot={first?.plot ?? []} range={range} />
        )}
      </div>
      <FilterChips
        label={t("act.filter")}
        chips={FILTERS.map((id) => ({ id, label: t(`statement.filter.${id}`) }))}
        selectedId={filter}
        onSelect={(id) => setFilter(FILTERS.find((each) => each === id) ?? "all")}
      />
      <PagedList
        query={query}
        failed={t("statement.failed")}
        empty={<EmptyState title={t("statement.empty")} text={t("statement.emptyText")} />}
      >
        {(lines) => <StatementLines lines={lines} />}
      </PagedList>
      {isSaving && <ExportSheet range={range} type={type} onClose={() => setSaving(false)} />}
    </Screen>
  );
}

function firstRange(): { from: string; to: string } {
  const to = clubToday();
  return { from: addDays(to, -DAYS_AT_FIRST), to };
}
