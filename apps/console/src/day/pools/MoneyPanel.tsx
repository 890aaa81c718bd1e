import type { OperatorRace, RacePool } from "@club/contract";
import { formatCount, formatMoney, formatPercent } from "@club/i18n";
import { DataTable, type DataColumn, Panel, PanelHead, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { NotOffered, OfferPools } from "./OfferPools.tsx";
import { actColumn, PoolDialog, PoolTag, type PoolAsk } from "./PoolActs.tsx";
import { RaceLog } from "./RaceLog.tsx";

const BPS = 10_000;

/** What is in the pools, what was refunded, and the log. */
export function MoneyPanel(props: {
  readonly race: OperatorRace;
  /** Whether the log is not already shown elsewhere. */
  readonly withLog?: boolean;
}): ReactNode {
  const t = useT();
  const { race } = props;
  const may = useMay("POST /api/operator/incidents", "POST /api/operator/pools/:pool_id/refund");
  const [asking, setAsking] = useState<PoolAsk | undefined>(undefined);
  const columns = poolColumns(t, race);
  return (
    <Panel
      title={t("pools.title")}
      meta={t("pools.meta", { currency: race.currency })}
      end={<OfferPools race={race} />}
    >
      <DataTable
        label={t("pools.title")}
        rows={race.pools}
        rowId={(pool) => pool.pool_id}
        empty={t("pools.empty")}
        columns={may ? [...columns, actColumn(t, race, setAsking)] : columns}
      />
      <NotOffered race={race} />
      {asking !== undefined && (
        <PoolDialog race={race} asking={asking} onClose={() => setAsking(undefined)} />
      )}
      <Refunds race={race} />
      {props.withLog === true && <RaceLog race={race} />}
    </Panel>
  );
}

/** Automatic refunds after a scratching or an abandoned race. */
function Refunds({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const jobs = race.refund_jobs.filter((job) => !job.is_done || job.refunded_bets > 0);
  if (jobs.length === 0) return null;
  const plain = (cents: number) => formatMoney(cents, race.currency, t.language, { plain: true });
  return (
    <>
      <PanelHead title={t("refunds.title")} />
      <DataTable
        label={t("refunds.title")}
        rows={jobs}
        rowId={(job) => `${job.pool_id} ${job.cause}`}
        columns={[
          {
            id: "pool",
            label: t("race.pool"),
            kind: "strong",
            cell: (job) => t.find(`pool.${job.pool}`) ?? job.pool,
          },
          {
            id: "state",
            label: t("race.status"),
            cell: (job) => (
              <Tag tone={job.is_done ? "firm" : "brass"}>
                {t(job.is_done ? "refunds.done" : "refunds.running")}
              </Tag>
            ),
          },
          {
            id: "bets",
            label: t("nav.bets"),
            kind: "figure",
            cell: (job) => formatCount(job.refunded_bets, t.language),
          },
          {
            id: "money",
            label: t("refunds.back"),
            kind: "figure",
            cell: (job) => plain(job.refunded_cents),
          },
        ]}
      />
    </>
  );
}

function poolColumns(t: T, race: OperatorRace): DataColumn<RacePool>[] {
  const plain = (cents: number) => formatMoney(cents, race.currency, t.language, { plain: true });
  const nameOf = (pool: RacePool) =>
    `${t(`pool.${pool.pool}`)}${pool.race_id2 === null ? "" : ` · ${t("pools.double")}`}`;
  return [
    { id: "pool", label: t("race.pool"), kind: "strong", cell: nameOf },
    {
      id: "status",
      label: t("race.status"),
      cell: (pool) => <PoolTag pool={pool} race={race} />,
    },
    {
      id: "takeout",
      label: t("dry.takeout_cents"),
      kind: "end",
      cell: (pool) => formatPercent(pool.takeout_bps / BPS, t.language),
    },
    {
      id: "jackpot",
      label: t("account.jackpot"),
      kind: "figure",
      cell: (pool) => plain(pool.jackpot_in_cents),
    },
    {
      id: "bets",
      label: t("nav.bets"),
      kind: "figure",
      cell: (pool) => formatCount(pool.bets, t.language),
    },
    {
      id: "gross",
      label: t("dry.gross_cents"),
      kind: "figure",
      tone: "brass",
      cell: (pool) => plain(pool.gross_cents),
    },
  ];
}
