import type { WhatIfPool, WhatIfSide } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { DataTable, type DataColumn, Figure, FigureGrid, PanelHead } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import type { WhatIfRace } from "../../api/rules.ts";
import { useT, type T } from "../../core/lang.ts";
import { byPool, changedPools, compare, type Compared, type WhatIfFound } from "./what-if-sums.ts";
import { WhatIfPlot } from "./WhatIfPlot.tsx";

type Money = (cents: number, sign?: boolean) => string;

/** Paid against would have been paid: in all, per pool type, per race, and one race's dividends. */
export function WhatIfResult({ found }: { readonly found: readonly WhatIfFound[] }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const money: Money = (cents, sign = false) =>
    formatMoney(cents, currency, t.language, { plain: true, ...(sign && { sign: "always" }) });
  const all = compare(
    "all",
    found.flatMap(({ pools }) => pools),
  );
  const pools = byPool(found);
  const rows = found.map(({ race, pools: own }) => ({ race, ...compare(race.race_id, own) }));
  const current = found.find(({ race }) => race.race_id === picked) ?? found[0];
  return (
    <>
      <Totals all={all} found={found} money={money} />
      <div className="columns-what-if">
        <DataTable
          label={t("day.byPool")}
          rows={pools}
          rowId={({ id }) => id}
          columns={[
            {
              id: "name",
              label: t("reportColumn.pool"),
              kind: "strong",
              cell: ({ pool }) => t(`pool.${pool}`),
            },
            ...moneyColumns(t, money),
          ]}
          foot={footOf(t, all, money)}
        />
        <WhatIfPlot rows={pools} money={money} />
      </div>
      <Races rows={rows} current={current?.race.race_id} money={money} onPick={setPicked} />
      {current !== undefined && <OneRace found={current} money={money} />}
    </>
  );
}

function Races(props: {
  readonly rows: readonly (Compared & { readonly race: WhatIfRace })[];
  readonly current: string | undefined;
  readonly money: Money;
  readonly onPick: (raceId: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <PanelHead title={t("day.byRace")} meta={t("whatIf.jackpots")} />
      <DataTable
        label={t("day.byRace")}
        rows={props.rows}
        rowId={({ id }) => id}
        selectedId={props.current}
        onSelect={props.onPick}
        columns={[
          {
            id: "name",
            label: t("reportColumn.race"),
            kind: "strong",
            cell: ({ race }) =>
              `${race.day} · ${race.meetings} ${t("race.short", { n: race.raceNo })}`,
          },
          { id: "rules", label: t("reportColumn.rules"), cell: ({ race }) => race.rule_set },
          ...moneyColumns(t, props.money),
        ]}
      />
    </>
  );
}

function Totals(props: {
  readonly all: Compared;
  readonly found: readonly WhatIfFound[];
  readonly money: Money;
}): ReactNode {
  const t = useT();
  const { all, found, money } = props;
  const paid = all.would.paid - all.was.paid;
  const kept = all.would.kept - all.was.kept;
  const changed = changedPools(found.flatMap(({ pools }) => pools));
  return (
    <div className="what-if-totals" role="group" aria-label={t("reports.total")}>
      <FigureGrid>
        <Figure label={t("whatIf.players")} value={money(paid, true)} tone={toneOf(paid)} />
        <Figure label={t("whatIf.club")} value={money(kept, true)} tone={toneOf(kept)} />
        <Figure label={t("whatIf.changed")} value={changed} />
      </FigureGrid>
    </div>
  );
}

const toneOf = (cents: number) => (cents > 0 ? "turf" : cents < 0 ? "loss" : undefined);

/** The columns that the tables of pools and of races share. */
function moneyColumns<Row extends Compared>(t: T, money: Money): DataColumn<Row>[] {
  const column = (id: string, label: string, cell: (row: Row) => string): DataColumn<Row> => ({
    id,
    label,
    kind: "figure",
    cell,
  });
  return [
    column("paid", t("whatIf.paidWas"), ({ was }) => money(was.paid)),
    column("would", t("whatIf.paidWould"), ({ would }) => money(would.paid)),
    column("kept", t("whatIf.keptWas"), ({ was }) => money(was.kept)),
    column("keptWould", t("whatIf.keptWould"), ({ would }) => money(would.kept)),
    column("more", t("whatIf.difference"), ({ was, would }) => money(would.kept - was.kept, true)),
  ];
}

function footOf(t: T, all: Compared, money: Money): Record<string, ReactNode> {
  const { was, would } = all;
  return {
    name: t("reports.total"),
    paid: money(was.paid),
    would: money(would.paid),
    kept: money(was.kept),
    keptWould: money(would.kept),
    more: money(would.kept - was.kept, true),
  };
}

function OneRace(props: { readonly found: WhatIfFound; readonly money: Money }): ReactNode {
  const t = useT();
  const { found, money } = props;
  const { race, pools } = found;
  const title = `${race.meetings} ${t("race.short", { n: race.raceNo })}`;
  return (
    <>
      <PanelHead title={title} meta={race.day} />
      <DataTable
        label={title}
        rows={pools.filter(({ was, would }) => was.gross_cents + would.gross_cents > 0)}
        rowId={({ pool_id: id }) => id}
        empty={t("reports.none")}
        columns={raceColumns(t, money)}
      />
    </>
  );
}

function raceColumns(t: T, money: Money): DataColumn<WhatIfPool>[] {
  const pair = (of: (side: WhatIfSide) => string) => (pool: WhatIfPool) => (
    <Pair was={of(pool.was)} would={of(pool.would)} />
  );
  return [
    {
      id: "pool",
      label: t("reportColumn.pool"),
      kind: "strong",
      cell: ({ pool }) => t(`pool.${pool}`),
    },
    {
      id: "status",
      label: t("reportColumn.status"),
      cell: pair(({ status }) => t(`poolStatus.${status}`)),
    },
    {
      id: "dividends",
      label: t("report.dividends"),
      cell: (pool) =>
        pool.is_declared ? t("whatIf.declared") : <Dividends pool={pool} money={money} />,
    },
    {
      id: "takeout",
      label: t("reportColumn.takeout"),
      kind: "end",
      cell: pair((side) => money(side.takeout_cents)),
    },
    {
      id: "paid",
      label: t("reportColumn.paid"),
      kind: "end",
      cell: pair((side) => money(side.paid_cents)),
    },
    {
      id: "breakage",
      label: t("reportColumn.breakage"),
      kind: "end",
      cell: pair((side) => money(side.breakage_cents - side.house_topup_cents)),
    },
  ];
}

const MOST_DIVIDENDS = 6;

/** Each winning combination of either side. */
function Dividends(props: { readonly pool: WhatIfPool; readonly money: Money }): ReactNode {
  const { was, would } = props.pool;
  const combinations = [
    ...new Set([...Object.keys(was.dividends_cents), ...Object.keys(would.dividends_cents)]),
  ];
  const text = (side: WhatIfSide, combination: string): string => {
    const cents = side.dividends_cents[combination];
    return cents === undefined ? "–" : props.money(cents);
  };
  return (
    <span className="what-if-dividends">
      {combinations.slice(0, MOST_DIVIDENDS).map((combination) => (
        <span key={combination}>
          <b>{combination}</b>{" "}
          <Pair was={text(was, combination)} would={text(would, combination)} />
        </span>
      ))}
      {combinations.length > MOST_DIVIDENDS && `+${combinations.length - MOST_DIVIDENDS}`}
    </span>
  );
}

/** What was and what would have been; one figure where they are the same. */
function Pair({ was, would }: { readonly was: string; readonly would: string }): ReactNode {
  if (was === would) return <span className="mute">{was}</span>;
  return (
    <span className="what-if-pair">
      <span className="mute">{was}</span> → <b>{would}</b>
    </span>
  );
}
