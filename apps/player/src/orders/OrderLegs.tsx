import type { MultiPool, MultiPoolLeg, RaceDetail } from "@club/contract";
import { formatMoney, formatTime } from "@club/i18n";
import {
  ErrorState,
  LegList,
  SelectionLine,
  Skeleton,
  type LegLine,
  type LegState,
} from "@club/ui";
import { useEffect, type ReactNode } from "react";
import { ORDERS } from "../api/open-bets.ts";
import type { OrderDetail } from "../api/orders.ts";
import { useT, type T } from "../core/lang.ts";
import { queryClient } from "../core/query-client.ts";
import { deviceZone } from "../device/zone.ts";
import { isOpenLeg, namesOf, useMultiPool, useRaces } from "../slip/race/multi-pools.ts";
import { scratchedByLeg } from "./race-order.ts";

interface Props {
  readonly order: OrderDetail;
  readonly currency: string;
}

/** A bet on several races leg by leg: who was chosen, who won, and what is still alive of it. */
export function OrderLegs({ order, currency }: Props): ReactNode {
  const t = useT();
  const pool = useMultiPool(order.multi_pool?.multi_pool_id);
  const { races } = useRaces(pool.data?.legs.map(({ race_id }) => race_id) ?? []);
  useNewest(order, pool.data);
  if (pool.data === undefined) {
    if (!pool.isError && !pool.isPaused) return <Skeleton kind="row" rows={4} />;
    return <ErrorState title={t("orders.legsFailed")} onRetry={() => void pool.refetch()} />;
  }
  const { legs } = pool.data;
  return (
    <section className="order-facts order-legs" aria-label={t("orders.legs")}>
      <Alive order={order} isRunning={pool.data.status === "CLOSED"} />
      <LegList
        label={t("orders.legs")}
        legs={legs.map((leg, at) => legLine(t, { order, leg, race: races[at] }))}
      />
      <IfWins order={order} currency={currency} race={races[legs.findIndex(isOpenLeg)]} />
    </section>
  );
}

/** What is alive of a bet is told with it: once its pool has another leg decided it is read again. */
function useNewest({ order_id, alive }: OrderDetail, pool: MultiPool | undefined): void {
  const decided = pool?.decided;
  const isOld = alive !== null && alive !== undefined && decided !== undefined;
  const knows = alive?.decided;
  useEffect(() => {
    if (!isOld || decided === knows) return;
    void queryClient.invalidateQueries({ queryKey: [...ORDERS, "one", order_id] });
  }, [isOld, decided, knows, order_id]);
}

/** "Alive: 2 of 4 legs · 6 combinations can still win", once the first leg is decided. */
function Alive(props: { readonly order: OrderDetail; readonly isRunning: boolean }): ReactNode {
  const t = useT();
  const { status, alive } = props.order;
  if (!props.isRunning || status !== "accepted" || !alive || alive.decided === 0) return null;
  const { decided: n, legs: of, combinations, one_wrong: oneWrong } = alive;
  const facts = [
    ...(combinations > 0
      ? [t("orders.alive", { n, of }), t("orders.aliveIn", { n: combinations })]
      : []),
    ...(oneWrong > 0 ? [t("orders.oneWrong", { n: oneWrong })] : []),
  ];
  if (facts.length === 0) return <p className="order-alive loss">{t("orders.dead")}</p>;
  const [first, ...others] = facts;
  return (
    <p className="order-alive" role="status">
      <b className="turf">{first}</b>
      {others.map((fact) => (
        <span key={fact}>{` · ${fact}`}</span>
      ))}
    </p>
  );
}

/** What this bet is paid by each winner of the last leg. */
function IfWins(props: Props & { readonly race: RaceDetail | undefined }): ReactNode {
  const t = useT();
  const { order, currency, race } = props;
  const { status, alive } = order;
  // Official dividends are not known before.
  if (status !== "accepted" || !alive || alive.will_pay.length === 0) return null;
  const sorted = alive.will_pay.toSorted((a, b) => a.horse_id - b.horse_id);
  return (
    <ul className="order-if" aria-label={t("orders.legs")}>
      {sorted.map(({ horse_id: number, payout_cents: cents }) => (
        <li key={number}>
          <SelectionLine parts={[{ number }]} />
          <span>{t("orders.ifWins", { n: namesOf(race, [number]) ?? String(number) })}</span>
          <b className="fig">{formatMoney(cents, currency, t.language)}</b>
        </li>
      ))}
    </ul>
  );
}

interface LegOf {
  readonly order: OrderDetail;
  readonly leg: MultiPoolLeg;
  readonly race: RaceDetail | undefined;
}

function legLine(t: T, { order, leg, race }: LegOf): LegLine {
  const chosen = order.selections[`leg${leg.leg}`] ?? [];
  const back =
    order.money_back === null ? [] : (scratchedByLeg(order.money_back)[leg.leg - 1] ?? []);
  const state = stateOf(leg, chosen);
  const stands = leg.withdrawn.filter((runner) => chosen.includes(runner));
  const notes = [
    wonBy(t, leg, race) ?? namesOf(race, chosen),
    stands.length > 0 && leg.favourite !== null
      ? t("orders.leg.standIn", { withdrawn: stands.join(", "), n: leg.favourite })
      : undefined,
  ];
  return {
    id: leg.race_id,
    race: t("race.short", { n: leg.raceNo }),
    time: formatTime(leg.start_time, race?.timezone ?? deviceZone(), t.language),
    selection: chosen.map((number) => ({ number, scratched: back.includes(number) })),
    note: notes.filter((note) => note !== undefined).join(" · "),
    state,
    stateText: state === "open" ? openText(t, leg) : t(`orders.leg.${state}`),
  };
}

/** A leg to come needs no word: its time says it. */
function openText(t: T, { status }: MultiPoolLeg): string | undefined {
  return status === "open" || status === "draft" ? undefined : t(`raceStatus.${status}`);
}

function stateOf(leg: MultiPoolLeg, chosen: readonly number[]): LegState {
  if (leg.void) return "void";
  if (leg.winners === null) return "open";
  const stands = leg.withdrawn.some((runner) => chosen.includes(runner));
  const counted = stands && leg.favourite !== null ? [...chosen, leg.favourite] : chosen;
  return leg.winners.some((runner) => counted.includes(runner)) ? "right" : "wrong";
}

function wonBy(t: T, leg: MultiPoolLeg, race: RaceDetail | undefined): string | undefined {
  if (leg.void) return t("orders.leg.field");
  if (leg.winners === null) return undefined;
  const runners = leg.winners.map((n) => `${n} ${namesOf(race, [n]) ?? ""}`.trim()).join(", ");
  return t("orders.leg.won", { runners });
}
