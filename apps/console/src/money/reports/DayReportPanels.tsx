import type { DayReport } from "@club/contract";
import { formatCount, formatMoney, formatTime } from "@club/i18n";
import {
  column,
  ConsoleButton,
  DataTable,
  type DataColumn,
  Panel,
  PanelState,
  Verdict,
} from "@club/ui/console";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { download } from "../../api/client.ts";
import { useDayReport } from "../../api/reports.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { DaySports } from "./DaySports.tsx";

const SECOND_MS = 1000;
const PERCENT = 10_000;

/** A day recomputed from its postings, and whether it equals the live tables. */
export function DayReportPanels({ day }: { readonly day: string }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useDayReport(day);
  const archive = useAct(
    async () =>
      await download(`/api/operator/reports/day/export?date=${day}`, `club-day-${day}.json.gz`),
    { toast: true },
  );
  return (
    <Listing query={query} rows={10}>
      {(report) => (
        <>
          <Verdict
            tone={report.matches_live ? "turf" : "loss"}
            title={t(report.matches_live ? "day.equal" : "day.differs")}
            text={factsOf(t, report)}
            busy={query.isFetching}
            checks={[]}
            end={
              <>
                <ConsoleButton busy={archive.busy} onPress={() => void archive.run()}>
                  {t("day.archive")}
                </ConsoleButton>
                <ConsoleButton
                  kind="primary"
                  busy={query.isFetching}
                  onPress={() => void query.refetch()}
                >
                  {t("day.again")}
                </ConsoleButton>
              </>
            }
          />
          {report.differences.length > 0 && <Differences report={report} />}
          <ByRace report={report} currency={currency} />
          <DaySports report={report} currency={currency} />
          <div className="columns-day">
            <Turnover report={report} currency={currency} />
            <ByPool report={report} currency={currency} />
          </div>
        </>
      )}
    </Listing>
  );
}

function factsOf(t: T, report: DayReport): string {
  const count = (n: number) => formatCount(n, t.language);
  const facts = [
    t("day.facts", {
      races: count(report.races),
      pools: count(report.pools),
      bets: count(report.bets),
      checks: count(report.checks),
      n: count(report.differences.length),
      seconds: (report.took_ms / SECOND_MS).toFixed(1),
    }),
  ];
  if (report.sport_events > 0) {
    const [events, bets] = [count(report.sport_events), count(report.sport_bets)];
    facts.push(t("day.sportFacts", { events, bets }));
  }
  if (report.waiting > 0) facts.push(t("day.waiting", { n: report.waiting }));
  return facts.join(" · ");
}

type RaceRow = DayReport["by_race"][number];

function ByRace(props: { readonly report: DayReport; readonly currency: string }): ReactNode {
  const t = useT();
  const { report, currency } = props;
  const rows = report.by_race;
  const money = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  const figure = (
    id: string,
    of: (row: RaceRow) => number,
  ): DataColumn<RaceRow> & { readonly sum: ReactNode } => ({
    id,
    label: t.find(`reportColumn.${id}`) ?? id,
    kind: "figure",
    cell: (row) => money(of(row)),
    by: of,
    sum: money(rows.reduce((sum, row) => sum + of(row), 0)),
  });
  const figures = [
    figure("refunded", (row) => row.refunded_cents),
    figure("gross", (row) => row.gross_cents),
    figure("takeout", (row) => row.takeout_cents),
    figure("paid", (row) => row.paid_cents),
    figure("breakage", (row) => row.breakage_cents),
    figure("house", (row) => row.house_cents),
    figure("jackpot", (row) => row.jackpot_cents),
    figure("left", (row) => row.left_cents),
  ];
  const columns = [...namesOf(t), ...figures, rateColumn(t)];
  const foot = Object.fromEntries(figures.map((each) => [each.id, each.sum]));
  return (
    <Panel title={t("day.byRace")} meta={t("day.addsUp")}>
      <DataTable
        label={t("day.byRace")}
        rows={rows}
        rowId={(row) => row.race_id}
        columns={columns}
        {...(rows.length > 0 && { foot: { race: t("reports.total"), ...foot } })}
        empty={<PanelState state="empty" title={t("reports.none")} text={t("reports.noneText")} />}
      />
    </Panel>
  );
}

function namesOf(t: T): DataColumn<RaceRow>[] {
  return [
    column.strong(
      "race",
      t("reportColumn.race"),
      (row) => `${row.meetings} ${t("race.short", { n: row.raceNo })}`,
    ),
    column.mute(
      "status",
      t("reportColumn.status"),
      (row) => t.find(`raceStatus.${row.status}`) ?? row.status,
    ),
  ];
}

function rateColumn(t: T): DataColumn<RaceRow> {
  return column.figure(
    "rate",
    t("reportColumn.rate"),
    (row) => rateText(t, row.takeout_cents, row.gross_cents),
    (row) => shareOf(row.takeout_cents, row.gross_cents),
  );
}

/** In hundredths of a percent; null: of nothing. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * PERCENT) / whole);
}

function rateText(t: T, part: number, whole: number): string {
  const share = shareOf(part, whole);
  if (share === null) return "–";
  const rate = share / 100;
  return rate.toLocaleString(t.language, { minimumFractionDigits: 2 });
}

function ByPool(props: { readonly report: DayReport; readonly currency: string }): ReactNode {
  const t = useT();
  const { by_pool: rows } = props.report;
  const gross = rows.reduce((sum, row) => sum + row.gross_cents, 0);
  return (
    <Panel title={t("day.byPool")}>
      <DataTable
        label={t("day.byPool")}
        rows={rows}
        rowId={(row) => row.pool}
        columns={(column) => [
          column.strong(
            "pool",
            t("reportColumn.pool"),
            (row) => t.find(`pool.${row.pool}`) ?? row.pool,
          ),
          column.figure(
            "gross",
            t("reportColumn.gross"),
            (row) => formatMoney(row.gross_cents, props.currency, t.language, { plain: true }),
            (row) => row.gross_cents,
          ),
          column.figure("share", t("day.share"), (row) => (
            <span className="pool-share">
              <progress max={gross} value={row.gross_cents} aria-hidden="true" />
              {rateText(t, row.gross_cents, gross)} %
            </span>
          )),
          column.figure(
            "rate",
            t("reportColumn.rate"),
            (row) => rateText(t, row.takeout_cents, row.gross_cents),
            (row) => shareOf(row.takeout_cents, row.gross_cents),
          ),
        ]}
        empty={<PanelState state="empty" title={t("reports.none")} text={t("reports.noneText")} />}
      />
    </Panel>
  );
}

const [WIDTH, HEIGHT, GAP, FOOT] = [400, 170, 3, 22] as const;
const MOST_BAR = 34;

/** A bar in words: the whole quarter, and if there were both, its parts on races and on sports. */
function barText(
  t: T,
  of: { time: string; each: DayReport["turnover"][number]; currency: string },
): string {
  const { racing_cents: racing, sports_cents: sports, staked_cents: all } = of.each;
  const money = (cents: number) => formatMoney(cents, of.currency, t.language);
  const whole = `${of.time} ${money(all)}`;
  if (racing === 0 || sports === 0) return whole;
  return `${whole} · ${t("day.onRaces")} ${money(racing)} · ${t("day.onSports")} ${money(sports)}`;
}

/** Stakes per quarter of an hour as bars, each labelled with its amount. */
function Turnover(props: { readonly report: DayReport; readonly currency: string }): ReactNode {
  const t = useT();
  const { turnover } = props.report;
  const most = Math.max(1, ...turnover.map((each) => each.staked_cents));
  const step = Math.min(MOST_BAR, WIDTH / Math.max(1, turnover.length));
  const every = Math.max(1, Math.ceil(turnover.length / 8));
  return (
    <Panel title={t("day.turnover")} meta={t("day.perQuarter")}>
      {turnover.length === 0 ? (
        <PanelState state="empty" title={t("reports.none")} text={t("reports.noneText")} />
      ) : (
        <svg
          className="turnover"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t("day.turnover")}
        >
          {turnover.map((each, at) => {
            const height = Math.max(2, (each.staked_cents / most) * (HEIGHT - FOOT - 12));
            const time = formatTime(each.from, clubZone(), t.language);
            const x = at * step;
            return (
              <g key={each.from}>
                <title>{barText(t, { time, each, currency: props.currency })}</title>
                <rect x={x} y={HEIGHT - FOOT - height} width={step - GAP} height={height} rx={2} />
                {at % every === 0 && (
                  <text x={x} y={HEIGHT - 6}>
                    {time}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </Panel>
  );
}

function Differences({ report }: { readonly report: DayReport }): ReactNode {
  const t = useT();
  return (
    <Panel title={t("day.differences")} tone="loss">
      <DataTable
        label={t("day.differences")}
        rows={report.differences.map((row, at) => ({ ...row, id: String(at) }))}
        rowId={(row) => row.id}
        columns={(column) => [
          column.strong("check", t("day.check"), (row) => row.check),
          column.text("pool", t("reportColumn.pool"), (row) => row.pool ?? "–"),
          column.text("item", t("reportColumn.detail"), (row) => row.item ?? "–"),
          column.figure("computed", t("day.computed"), (row) => row.computed),
          column.figure("stated", t("day.stated"), (row) => row.stated),
        ]}
      />
    </Panel>
  );
}
