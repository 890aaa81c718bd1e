import type { Order } from "@club/contract";
import { sumCents } from "@club/domain";
import { dayAt, formatDay, formatMoney, formatTime, relativeDayName } from "@club/i18n";
import { clubNow, Countdown, DayHead, OrderCard } from "@club/ui";
import type { ReactNode } from "react";
import { useWallet } from "../api/wallet.ts";
import { useT, type T } from "../core/lang.ts";
import { Rich } from "../shell/Rich.tsx";
import { deviceZone } from "../device/zone.ts";
import {
  amountsOfOrder,
  betTypeOfOrder,
  racesOfOrder,
  selectionOfOrder,
  sumOfOrder,
  tagsOfOrder,
  whyBackOfOrder,
} from "./order-face.ts";

export interface OrderDaysProps {
  readonly orders: readonly Order[];
  /** All bets that are loaded: the sums of a day are of the whole day, wherever a page ends. */
  readonly sumsOfDay: ReadonlyMap<string, readonly Order[]>;
  /** The day of the last bet of the page before: its head stands there. */
  readonly dayBefore: string | undefined;
  readonly hrefOfOrder: (orderId: string) => string;
}

/** The day on which a bet was placed, where the player is. */
export function dayOfOrder(order: Order): string {
  return dayAt(order.accepted_at, deviceZone());
}

/** Bets by the day on which they were placed, each day with what was staked and what came back. */
export function OrderDays(props: OrderDaysProps): ReactNode {
  const t = useT();
  const { orders, sumsOfDay, dayBefore, hrefOfOrder } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  const days = Map.groupBy(orders, dayOfOrder);
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={dayTitle(t, day)}>
      {day !== dayBefore && (
        <DayHead title={dayTitle(t, day)}>
          <DaySums orders={sumsOfDay.get(day) ?? ofDay} currency={currency} />
        </DayHead>
      )}
      {ofDay.map((order) => (
        <Card key={order.order_id} {...{ order, currency, hrefOfOrder }} />
      ))}
    </section>
  ));
}

function Card(props: {
  readonly order: Order;
  readonly currency: string;
  readonly hrefOfOrder: (orderId: string) => string;
}): ReactNode {
  const t = useT();
  const { order, currency } = props;
  const startsAt = Date.parse(order.start_time);
  const isToCome = order.status === "accepted" && startsAt > clubNow();
  return (
    <OrderCard
      title={t(`betType.${betTypeOfOrder(order)}`)}
      meta={`${racesOfOrder(t, order)} · ${formatTime(order.accepted_at, deviceZone(), t.language)}`}
      tags={tagsOfOrder(t, order)}
      selection={selectionOfOrder(t, order)}
      note={whyBackOfOrder(t, order) ?? (isToCome ? <Countdown at={startsAt} /> : undefined)}
      sum={sumOfOrder(t, order, currency)}
      amounts={amountsOfOrder(t, order, currency)}
      href={props.hrefOfOrder(order.order_id)}
    />
  );
}

function dayTitle(t: T, day: string): string {
  const name = relativeDayName(day, dayAt(clubNow(), deviceZone()), t.language);
  const date = formatDay(`${day}T00:00:00Z`, "UTC", t.language);
  return name === undefined ? date : `${name}, ${date}`;
}

function DaySums(props: {
  readonly orders: readonly Order[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { orders, currency } = props;
  const staked = sumCents(orders.map((order) => BigInt(order.cost_cents)));
  const back = sumCents(
    orders.flatMap((order) => [order.payout_cents, order.refund_cents].map(BigInt)),
  );
  const money = (cents: bigint) => formatMoney(cents, currency, t.language);
  return (
    <Rich
      text={t("orders.daySums", { staked: money(staked), back: "{back}" })}
      parts={{ back: <b>{money(back)}</b> }}
    />
  );
}
