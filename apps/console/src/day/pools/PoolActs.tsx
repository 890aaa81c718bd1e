import type { OperatorRace, RacePool } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, Tag, type DataColumn } from "@club/ui/console";
import type { ReactNode } from "react";
import { giveBackPool } from "../../api/incidents.ts";
import { useT, type T } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { PauseDialog } from "../incidents/PauseDialog.tsx";

export interface PoolAsk {
  readonly act: "pause" | "refund";
  readonly pool: RacePool;
}

/** The status of a pool; a paused one says so. */
export function PoolTag(props: {
  readonly pool: RacePool;
  readonly race: OperatorRace;
}): ReactNode {
  const t = useT();
  const { pool, race } = props;
  const isPaused = race.paused || race.paused_pools.includes(pool.pool_id);
  if (isPaused && pool.status === "OPEN") return <Tag tone="loss">{t("pause.tag")}</Tag>;
  return (
    <Tag tone={pool.status === "OPEN" ? "turf" : "plain"}>
      {t(`poolStatus.${pool.status}`).toLocaleLowerCase(t.language)}
    </Tag>
  );
}

/** Acts on one pool: paused while it is open, refunded until it is settled. */
export function actColumn(
  t: T,
  race: OperatorRace,
  onAsk: (asking: PoolAsk) => void,
): DataColumn<RacePool> {
  const button = (act: PoolAsk["act"], pool: RacePool) => (
    <ConsoleButton
      kind="text"
      label={t(`poolAct.${act}.of`, { pool: t(`pool.${pool.pool}`) })}
      onPress={() => onAsk({ act, pool })}
    >
      {t(`poolAct.${act}`)}
    </ConsoleButton>
  );
  const isGoingBack = (pool: RacePool) =>
    race.refund_jobs.some(
      (job) => job.pool_id === pool.pool_id && !job.cause.startsWith("scratch"),
    );
  return {
    id: "act",
    label: t("sheet.act"),
    kind: "end",
    cell: (pool) => {
      const isOwn = pool.race_id === race.race_id;
      const isPaused = race.paused || race.paused_pools.includes(pool.pool_id);
      const isAlive = ["OPEN", "CLOSED"].includes(pool.status) && race.settlements.length === 0;
      return (
        <span className="acts">
          {isOwn && pool.status === "OPEN" && !isPaused && button("pause", pool)}
          {isOwn && isAlive && !isGoingBack(pool) && button("refund", pool)}
        </span>
      );
    },
  };
}

export function PoolDialog(props: {
  readonly race: OperatorRace;
  readonly asking: PoolAsk;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race, asking } = props;
  const { pool } = asking;
  const name = `${race.meetings} ${t("race.short", { n: race.raceNo })} · ${t(`pool.${pool.pool}`)}`;
  if (asking.act === "pause") {
    const what = { scope: "pool" as const, pool_id: pool.pool_id };
    return <PauseDialog what={what} name={name} onClose={props.onClose} />;
  }
  return <RefundDialog pool={pool} name={name} currency={race.currency} onClose={props.onClose} />;
}

/** Gives every stake of a pool back, its bets and money told first. */
export function RefundDialog(props: {
  readonly pool: Pick<RacePool, "pool_id" | "bets" | "gross_cents">;
  readonly name: string;
  readonly currency: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { pool, name, currency } = props;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const run = async (reason: string) => {
    const done = await giveBackPool({ pool_id: pool.pool_id, reason });
    return done.status === "pending"
      ? t("adjust.pending")
      : t("poolAct.refund.done", { n: done.refunded_bets, money: money(done.refunded_cents) });
  };
  return (
    <AskDialog
      title={t("poolAct.refund.of", { pool: name })}
      text={t("poolAct.refund.text", { n: pool.bets, money: money(pool.gross_cents) })}
      label={t("poolAct.refund")}
      danger
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
