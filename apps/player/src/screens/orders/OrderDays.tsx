import type { Order } from "@club/contract";
import { sumCents } from "@club/domain";
import { dayAt, formatDay, formatMoney, formatTime, relativeDayName } from "@club/i18n";
import { clubNow, Countdown, DayHead, OrderCard } from "@club/ui";
import type { ReactNode } from "react";
import { useWallet } from "../../api/wallet.ts";
import { useT, type T } from "../../lang.ts";
import { Rich } from "../../shell/Rich.tsx";
import { deviceZone } from "../../shell/zone.ts";
import {
  amountsOfOrder,
  betTypeOfOrder,
  racesOfOrder,
  selectionOfOrder,
  sumOfOrder,
  tagsOfOrder,
} from "./order-face.ts";

interface Props {
  readonly orders: readonly Order[];
  readonly hrefOfOrder: (orderId: string) => string;
}

/** Bets by the day on which they were placed, each day with what was staked and what came back. */
export function OrderDays({ orders, hrefOfOrder }: Props): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  const zone = deviceZone();
  const days = Map.groupBy(orders, (order) => dayAt(order.accepted_at, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day}>
      <DayHead title={dayTitle(t, day)}>
        <DaySums orders={ofDay} currency={currency} />
      </DayHead>
      {ofDay.map((order) => (
        <OrderCard
          key={order.order_id}
          title={t(`betType.${betTypeOfOrder(order)}`)}
          meta={`${racesOfOrder(t, order)} · ${formatTime(order.accepted_at, zone, t.language)}`}
          tags={tagsOfOrder(t, order)}
          selection={selectionOfOrder(t, order)}
          note={
            order.status === "accepted" && Date.parse(order.start_time) > clubNow() ? (
              <Countdown at={Date.parse(order.start_time)} />
            ) : undefined
          }
          sum={sumOfOrder(t, order, currency)}
          amounts={amountsOfOrder(t, order, currency)}
          href={hrefOfOrder(order.order_id)}
        />
      ))}
    </section>
  ));
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
