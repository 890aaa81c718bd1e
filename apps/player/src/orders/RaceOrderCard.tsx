import type { Order } from "@club/contract";
import { formatTime } from "@club/i18n";
import { clubNow, Countdown, OrderCard, type TapTarget } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { clubZone } from "../core/club-zone.ts";
import { selectionOfOrder, viewOfOrder, whyBackOfOrder } from "./race-order.ts";

/** One bet on a race in a list. */
export function RaceOrderCard(
  props: TapTarget & { readonly order: Order; readonly currency: string },
): ReactNode {
  const t = useT();
  const { order, currency } = props;
  const view = viewOfOrder(t, order, currency);
  const startsAt = Date.parse(order.start_time);
  const isToCome = order.status === "accepted" && startsAt > clubNow();
  return (
    <OrderCard
      {...view}
      meta={`${view.on} · ${formatTime(order.accepted_at, clubZone(), t.language)}`}
      selection={selectionOfOrder(t, order)}
      note={whyBackOfOrder(t, order) ?? (isToCome ? <Countdown at={startsAt} /> : undefined)}
      href={props.href}
      onPress={props.onPress}
    />
  );
}
