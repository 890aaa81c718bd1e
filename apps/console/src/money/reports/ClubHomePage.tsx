import { sumCents } from "@club/domain";
import { dayAt, formatCount, formatDayRange, formatMoney, formatPercent } from "@club/i18n";
import { clubNow } from "@club/ui";
import {
  ConsoleButton,
  type DataColumn,
  DataTable,
  FactList,
  Figure,
  Panel,
  PanelState,
  Segmented,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { useTrialBalance } from "../../api/ledger.ts";
import { useReport } from "../../api/reports.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import {
  changeOf,
  marginOf,
  type Period,
  periodsOf,
  spansOf,
  type Step,
  STEPS,
  turnoverOf,
  wholeOf,
} from "./club-home.ts";
import "./reports.css";

/** How the club does: by day, week or month, beside as many days before. Route: /club */
export function ClubHomePage(): ReactNode {
  const t = useT();
  const [step, setStep] = useState<Step>("day");
  const { now, before } = spansOf(step, dayAt(clubNow(), clubZone()));
  const query = useReport("club_days", now);
  const past = useReport("club_days", before).data;
  const days = formatDayRange(now.from, now.to, t.language);
  return (
    <ConsoleFrame
      title={t("route.club")}
      meta={days}
      headEnd={
        <span className="acts">
          <Segmented<Step>
            label={t("home.by")}
            value={step}
            onChange={setStep}
            options={(Object.keys(STEPS) as Step[]).map((id) => ({ id, label: t(`home.${id}`) }))}
          />
          <ConsoleButton
            href={`#${pathOf("reports")}?report=club_days&from=${now.from}&to=${now.to}`}
          >
            {t("home.days")}
          </ConsoleButton>
        </span>
      }
    >
      <Listing query={query} rows={10}>
        {(table) => {
          const periods = periodsOf(table, step);
          return (
            <div className="rows">
              <Totals
                whole={wholeOf(table)}
                past={past === undefined ? undefined : wholeOf(past)}
              />
              <div className="columns-day">
                <Bars title={t("home.turnover")} periods={periods} of={turnoverOf} />
                <Bars title={t("home.result")} periods={periods} of={({ sums }) => sums.result} />
              </div>
              <Owed />
              <Periods periods={periods} />
            </div>
          );
        }}
      </Listing>
    </ConsoleFrame>
  );
}

type Money = (cents: number) => string;

function useMoneyText(plain = false): Money {
  const t = useT();
  const currency = useCurrency();
  return (cents) => formatMoney(cents, currency, t.language, { plain });
}

/** The days together, each figure beside what it was before. */
function Totals(props: { readonly whole: Period; readonly past: Period | undefined }): ReactNode {
  const t = useT();
  const money = useMoneyText();
  const { whole, past } = props;
  const figure = (label: string, of: (period: Period) => number, text: Money) => (
    <div key={label}>
      <Figure label={label} value={text(of(whole))} size="board" />
      <p className="mute small">{past !== undefined && changeText(t, of(whole), of(past))}</p>
    </div>
  );
  const count: Money = (n) => formatCount(Math.round(n), t.language);
  return (
    <Panel label={t("home.totals")} padded>
      <div className="home-figures">
        {figure(t("home.turnover"), turnoverOf, money)}
        {figure(t("reportColumn.open"), ({ sums }) => sums.open, money)}
        {figure(t("home.result"), ({ sums }) => sums.result, money)}
        <div>
          <Figure label={t("home.margin")} value={marginText(t, whole)} size="board" />
          <p className="mute small">
            {past !== undefined && t("home.was", { text: marginText(t, past) })}
          </p>
        </div>
        {figure(t("reportColumn.takeout"), ({ sums }) => sums.takeout, money)}
        {figure(t("reportColumn.deposits"), ({ sums }) => sums.deposits, money)}
        {figure(t("reportColumn.withdrawals"), ({ sums }) => sums.withdrawals, money)}
        {figure(t("home.active"), ({ active }) => active, count)}
        {figure(t("reportColumn.joined"), ({ sums }) => sums.joined, count)}
      </div>
    </Panel>
  );
}

function changeText(t: T, now: number, before: number): string {
  const change = changeOf(now, before);
  if (change === null) return t("home.noBefore");
  const sign = change > 0 ? "+" : "";
  return t("home.change", { text: `${sign}${formatPercent(change, t.language)}` });
}

function marginText(t: T, period: Period): string {
  const margin = marginOf(period);
  return margin === null ? "–" : formatPercent(margin, t.language);
}

const [WIDTH, HEIGHT, GAP] = [400, 150, 3] as const;
const WIDEST = 34;

/** A bar for each period; what was lost hangs below the line. */
function Bars(props: {
  readonly title: string;
  readonly periods: readonly Period[];
  readonly of: (period: Period) => number;
}): ReactNode {
  const money = useMoneyText();
  const { title, periods, of } = props;
  const values = periods.map(of);
  const top = Math.max(0, ...values);
  const span = Math.max(1, top - Math.min(0, ...values));
  const step = Math.min(WIDEST, WIDTH / Math.max(1, periods.length));
  const yOf = (value: number) => 4 + ((top - value) / span) * (HEIGHT - 8);
  return (
    <Panel title={title}>
      <svg className="turnover" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        <path className="home-zero" d={`M0 ${yOf(0)}H${WIDTH}`} />
        {periods.map((period, at) => {
          const value = of(period);
          const height = Math.max(1, Math.abs(yOf(value) - yOf(0)));
          return (
            <g key={period.first} data-loss={value < 0 || undefined}>
              <title>{`${period.first} ${money(value)}`}</title>
              <rect
                x={at * step}
                y={Math.min(yOf(value), yOf(0))}
                width={step - GAP}
                height={height}
                rx={2}
              />
            </g>
          );
        })}
      </svg>
    </Panel>
  );
}

const OWED = ["cash", "held", "escrow", "sports_book", "jackpot"] as const;

/** What the club owes now: to players, in open pools and bets, in jackpots. */
function Owed(): ReactNode {
  const t = useT();
  const money = useMoneyText();
  const { data } = useTrialBalance();
  if (data === undefined) return null;
  const sumOf = (kind: string) =>
    Number(
      sumCents(
        data.list.filter((row) => row.kind === kind).map((row) => BigInt(row.balance_cents)),
      ),
    );
  return (
    <Panel title={t("home.owed")}>
      <FactList
        facts={OWED.map((kind) => ({ label: t(`account.${kind}`), value: money(sumOf(kind)) }))}
      />
    </Panel>
  );
}

const firstOf = ({ first }: Period): string => first;

function Periods({ periods }: { readonly periods: readonly Period[] }): ReactNode {
  const t = useT();
  const money = useMoneyText(true);
  const cents = (
    id: string,
    label: string,
    of: (period: Period) => number,
  ): DataColumn<Period> => ({ id, label, kind: "figure", cell: (row) => money(of(row)), by: of });
  return (
    <Panel title={t("home.periods")}>
      <DataTable
        label={t("home.periods")}
        rows={periods.toReversed()}
        rowId={({ first }) => first}
        columns={(column) => [
          column.strong("first", t("reports.from"), firstOf, firstOf),
          cents("turnover", t("home.turnover"), turnoverOf),
          cents("open", t("reportColumn.open"), ({ sums }) => sums.open),
          cents("result", t("home.result"), ({ sums }) => sums.result),
          column.figure("margin", t("home.margin"), (row) => marginText(t, row), marginOf),
          cents("takeout", t("reportColumn.takeout"), ({ sums }) => sums.takeout),
          cents("deposits", t("reportColumn.deposits"), ({ sums }) => sums.deposits),
          cents("withdrawals", t("reportColumn.withdrawals"), ({ sums }) => sums.withdrawals),
          column.figure(
            "active",
            t("home.active"),
            ({ active }) => formatCount(Math.round(active), t.language),
            ({ active }) => active,
          ),
          column.figure(
            "joined",
            t("reportColumn.joined"),
            ({ sums }) => formatCount(sums.joined, t.language),
            ({ sums }) => sums.joined,
          ),
        ]}
        empty={<PanelState state="empty" title={t("reports.none")} text={t("reports.noneText")} />}
      />
    </Panel>
  );
}
