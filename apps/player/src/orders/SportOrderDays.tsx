import type { SportOrder } from "@club/contract";
import { dayAt, formatDay, formatMoney, formatTime, relativeDayName } from "@club/i18n";
import { clubNow, DayHead, OrderCard, SportOrderLegs, SportProgress } from "@club/ui";
import type { ReactNode } from "react";
import { useWallet } from "../api/wallet.ts";
import { useT, type T } from "../core/lang.ts";
import { Rich } from "../shell/Rich.tsx";
import { deviceZone } from "../device/zone.ts";
import { useOddsText } from "../core/odds-format.ts";
import {
  amountsOfSportOrder,
  legOfOrder,
  progressOf,
  stateOfLeg,
  sumOfSportOrder,
  tagsOfSportOrder,
} from "./sport-order-face.ts";

interface Props {
  readonly orders: readonly SportOrder[];
  readonly hrefOfOrder: (orderId: string) => string;
}

/** Sport bets by the day on which they were placed, each with its legs and how they stand. */
export function SportOrderDays({ orders, hrefOfOrder }: Props): ReactNode {
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
        <Card
          key={order.order_id}
          order={order}
          currency={currency}
          href={hrefOfOrder(order.order_id)}
        />
      ))}
    </section>
  ));
}

function Card(props: {
  readonly order: SportOrder;
  readonly currency: string;
  readonly href: string;
}): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const { order, currency, href } = props;
  const progress = progressOf(t, order.legs);
  const time = formatTime(order.accepted_at, deviceZone(), t.language);
  return (
    <OrderCard
      title={t(`sport.kind.${order.kind}`)}
      meta={`${t("sport.slip.legsOf", { n: order.legs.length })} · ${time}`}
      tags={tagsOfSportOrder(t, order)}
      sum={sumOfSportOrder(t, order, currency)}
      amounts={amountsOfSportOrder(t, order, currency)}
      href={href}
    >
      <SportOrderLegs
        label={t("sport.slip.legs")}
        legs={shownLegs(order).map((leg) => legOfOrder(t, leg, oddsText))}
        more={
          order.legs.length > MOST_LEGS
            ? t("sport.orders.more", { n: order.legs.length - SHOWN_LEGS })
            : undefined
        }
      />
      {progress !== undefined && (
        <SportProgress states={order.legs.map(stateOfLeg)} text={progress} />
      )}
    </OrderCard>
  );
}

/** A card of twelve legs would be a screen of its own: the others stand on its sheet. */
const MOST_LEGS = 6;
const SHOWN_LEGS = 5;

/** What is on or lost first, since it decides; then in the order of the bet. */
function shownLegs({ legs }: SportOrder): SportOrder["legs"] {
  if (legs.length <= MOST_LEGS) return legs;
  const rank = ({ status, is_live }: SportOrder["legs"][number]) =>
    status === "lost" ? 0 : is_live && status === "open" ? 1 : status === "open" ? 2 : 3;
  return legs.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_LEGS);
}

function dayTitle(t: T, day: string): string {
  const name = relativeDayName(day, dayAt(clubNow(), deviceZone()), t.language);
  const date = formatDay(`${day}T00:00:00Z`, "UTC", t.language);
  return name === undefined ? date : `${name}, ${date}`;
}

function DaySums(props: {
  readonly orders: readonly SportOrder[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { orders, currency } = props;
  const staked = orders.reduce((sum, order) => sum + order.cost_cents, 0);
  const back = orders.reduce((sum, order) => sum + order.payout_cents + order.refund_cents, 0);
  const money = (cents: number) => <b>{formatMoney(cents, currency, t.language)}</b>;
  return (
    <Rich
      text={t("orders.daySums", { staked: "{staked}", back: "{back}" })}
      parts={{ staked: money(staked), back: money(back) }}
    />
  );
}
