import type { OperatorRace } from "@club/contract";
import { type PoolCode, SINGLE_POOL_CODES } from "@club/domain";
import { formatCount, formatMoney, formatTime } from "@club/i18n";
import { Countdown, Sparkline } from "@club/ui";
import { DataTable, KeyCap, Overdue, type DataColumn, column } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { isLate, type DueAct, type RunRow } from "../races/due.ts";
import { RaceTag } from "../races/RaceTag.tsx";
import { betsPerStep, type History } from "./history.ts";

export interface DueTableProps {
  readonly rows: readonly RunRow[];
  readonly races: ReadonlyMap<string, OperatorRace>;
  readonly history: History;
  readonly nowMs: number;
  /** There is room for the sparkline. */
  readonly isWide: boolean;
  readonly selectedId: string | undefined;
  readonly onSelect: (raceId: string) => void;
  readonly onOpen: (raceId: string) => void;
}

/** What is due, late first, with the money in each pool and the key of the act. */
export function DueTable(props: DueTableProps): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("sheet.dueNext")}
      rows={props.rows}
      rowId={(row) => row.race.race_id}
      columns={columnsOf(t, props)}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      onOpen={props.onOpen}
      isMuted={(row) => row.act === "open" || row.act === "none"}
      globalKeys
      empty={t("sheet.nothingDue")}
    />
  );
}

function columnsOf(t: T, props: DueTableProps): DataColumn<RunRow>[] {
  const whole = (row: RunRow, cents: number | undefined) =>
    cents === undefined ? "–" : wholeMoney(t, cents, row.meeting.currency);
  return [
    column.text("due", t("sheet.due"), (row) => <DueCell row={row} nowMs={props.nowMs} />),
    column.strong(
      "race",
      t("route.race"),
      (row) => `${row.meeting.meetings} ${t("race.short", { n: row.race.raceNo })}`,
    ),
    column.text("status", t("race.status"), (row) => (
      <RaceTag status={row.race.status} isLate={isLate(row, props.nowMs)} />
    )),
    ...poolColumns(t, props.races, whole),
    {
      id: "total",
      label: t("sheet.total"),
      kind: "figure",
      tone: "brass",
      cell: (row) => {
        const race = props.races.get(row.race.race_id) ?? row.race;
        return row.act === "open" ? "–" : whole(row, race.gross_cents);
      },
    },
    column.figure("bets", t("nav.bets"), (row) => {
      const race = props.races.get(row.race.race_id) ?? row.race;
      return row.act === "open" ? "–" : formatCount(race.bets, t.language);
    }),
    ...(props.isWide ? [rateColumn(t, props.history)] : []),
    column.end("act", t("sheet.act"), (row) => <ActCell act={row.act} />),
  ];
}

function rateColumn(t: T, history: History): DataColumn<RunRow> {
  return {
    id: "rate",
    label: t("sheet.rate"),
    cell: (row) =>
      row.act === "close" && <Sparkline values={betsPerStep(history.get(row.race.race_id))} />,
  };
}

/** As many pools as a table of 1440 px has room for; the rest is one sum. */
const OWN_COLUMN = SINGLE_POOL_CODES.slice(0, 5);
const IN_OTHERS = SINGLE_POOL_CODES.slice(OWN_COLUMN.length);

function poolColumns(
  t: T,
  races: DueTableProps["races"],
  whole: (row: RunRow, cents: number | undefined) => string,
): DataColumn<RunRow>[] {
  const sumOf = (row: RunRow, codes: readonly PoolCode[]): number | undefined => {
    const pools = races.get(row.race.race_id)?.pools.filter(({ pool }) => codes.includes(pool));
    if (pools === undefined || pools.length === 0) return undefined;
    return pools.reduce((sum, pool) => sum + pool.gross_cents, 0);
  };
  return [
    ...OWN_COLUMN.map((code) =>
      column.figure<RunRow>(code, t(`pool.${code}`), (row) => whole(row, sumOf(row, [code]))),
    ),
    column.figure<RunRow>("others", t("sheet.otherPools"), (row) =>
      whole(row, sumOf(row, IN_OTHERS)),
    ),
  ];
}

function wholeMoney(t: T, cents: number, currency: string): string {
  const units = Math.trunc(cents / 100) * 100;
  return formatMoney(units, currency, t.language, { plain: true, decimals: "whole" });
}

function DueCell({ row, nowMs }: { readonly row: RunRow; readonly nowMs: number }): ReactNode {
  const t = useT();
  if (isLate(row, nowMs)) return <Overdue since={row.dueAt} />;
  if (row.act === "none") {
    return <span className="fig">{formatTime(row.race.start_time, clubZone(), t.language)}</span>;
  }
  return <Countdown at={row.dueAt} />;
}

const KEYS: Readonly<Record<DueAct, string>> = {
  open: "O",
  close: "⏎",
  result: "R",
  final: "⏎",
  settle: "⏎",
  none: "⏎",
};

function ActCell({ act }: { readonly act: DueAct }): ReactNode {
  const t = useT();
  return (
    <>
      <KeyCap>{KEYS[act]}</KeyCap> {t(`due.${act}`)}
    </>
  );
}
