import { formatCount, formatDay, formatMoney, formatMonth } from "@club/i18n";
import { EmptyState, ErrorState, Section, SelectField, Skeleton, ValueRow } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useActivity, type Activity } from "../../api/protection.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { DayBars } from "./DayBars.tsx";

/** A month in figures and a plot: a loss is written as a loss. */
export function ActivityView(): ReactNode {
  const t = useT();
  const [month, setMonth] = useState<string | undefined>(undefined);
  const query = useActivity(month);
  const { data } = query;
  return (
    <Screen id="protection" title={t("activity.title")} updatedAt={query.dataUpdatedAt}>
      {query.isPending && <Skeleton kind="row" rows={8} />}
      {query.isError && data === undefined && (
        <ErrorState
          title={t("activity.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {data !== undefined && (
        <>
          <MonthChoice data={data} onChoose={setMonth} />
          {data.days.length === 0 && data.topped_up_cents === 0 ? (
            <EmptyState title={t("activity.empty")} />
          ) : (
            <Figures data={data} />
          )}
        </>
      )}
    </Screen>
  );
}

function MonthChoice(props: {
  readonly data: Activity;
  readonly onChoose: (month: string) => void;
}): ReactNode {
  const t = useT();
  const { data } = props;
  const months = [...new Set([data.month, ...data.months.map(({ month }) => month)])].toSorted(
    (a, b) => b.localeCompare(a),
  );
  return (
    <div className="pad">
      <SelectField
        label={t("activity.month")}
        name="month"
        value={data.month}
        options={months.map((id) => ({ id, label: formatMonth(`${id}-01`, t.language) }))}
        onChange={props.onChoose}
      />
    </div>
  );
}

function Figures({ data }: { readonly data: Activity }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const signed = (cents: number) => formatMoney(cents, currency, t.language, { sign: "always" });
  const minutes = Math.round(data.seconds / 60);
  const time = t("activity.hours", { h: Math.floor(minutes / 60), min: minutes % 60 });
  return (
    <>
      <Section>
        <p className="activity-net">
          <span>{t("reality.net")}</span>
          <b className="fig">{signed(data.net_result_cents)}</b>
        </p>
        <DayBars days={data.days} money={signed} />
      </Section>
      <Section>
        <ValueRow label={t("reality.staked")} value={money(data.staked_cents)} />
        <ValueRow label={t("reality.returned")} value={money(data.returned_cents)} />
        <ValueRow label={t("activity.refunded")} value={money(data.refunded_cents)} />
        <ValueRow label={t("reality.net")} value={signed(data.net_result_cents)} total />
      </Section>
      <Section>
        <ValueRow label={t("activity.bets")} value={formatCount(data.bets, t.language)} />
        <ValueRow label={t("activity.time")} value={time} />
        {data.biggest_day !== null && (
          <ValueRow
            label={t("activity.biggest", {
              day: formatDay(`${data.biggest_day.day}T12:00:00.000Z`, "UTC", t.language),
            })}
            value={money(data.biggest_day.staked_cents)}
          />
        )}
        <ValueRow label={t("activity.topped")} value={money(data.topped_up_cents)} />
        <ValueRow label={t("activity.withdrawn")} value={money(data.withdrawn_cents)} />
        <ValueRow label={t("activity.life")} value={money(data.net_deposits_life_cents)} total />
      </Section>
    </>
  );
}
