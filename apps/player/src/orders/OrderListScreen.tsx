import type { Order } from "@club/contract";
import { formatDayRange, formatTime } from "@club/i18n";
import { Button, clubNow, Countdown, EmptyState, OrderCard } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../core/address.ts";
import { useOpenBetCount } from "../api/open-bets.ts";
import { useOrders, type OrderDays, type OrderTab } from "../api/orders.ts";
import { useNextRaces } from "../api/races.ts";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { hrefOf, pathOf } from "../core/routes.ts";
import { deviceZone } from "../device/zone.ts";
import { Screen } from "../shell/Screen.tsx";
import { OrderList } from "./OrderList.tsx";
import { OrderTabs, tabOf } from "./OrderTabs.tsx";
import { selectionOfOrder, viewOfOrder, whyBackOfOrder } from "./race-order.ts";
import { RaceOrderSheet } from "./RaceOrderSheet.tsx";
import "../shell/pages.css";
import "./orders.css";

const loadPicker = async () => ({
  default: (await import("./DaysPicker.tsx")).DaysPicker,
});

/** A player's race bets, newest first. Route: /pages/order/list?tab=&from=&to=&order= */
export function OrderListScreen(): ReactNode {
  const t = useT();
  const { tab, days, orderId, addressOf } = useAddress();
  const [picker, setPicker] = useState<PickerState>("not yet");
  const query = useOrders(tab, days);
  const openCount = useOpenBetCount();
  const choose = (to: OrderDays | null) => go(pathOf("orders", addressOf(tab, to)));
  return (
    <Screen
      id="orders"
      title={t("bar.orders")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
      actions={[
        { icon: "calendar", label: t("orders.rangeTitle"), onPress: () => setPicker("open") },
      ]}
    >
      <OrderTabs
        current={tab}
        hrefOfTab={(id) => hrefOf("orders", addressOf(id, days))}
        openCount={openCount}
        other={{ href: hrefOf("sportOrders"), label: t("orders.sport") }}
      />
      {days !== null && <Days days={days} onClear={() => choose(null)} />}
      <OrderList
        query={query}
        empty={<NoOrders tab={tab} hasDays={days !== null} />}
        card={(order, currency) => (
          <RaceOrderCard
            order={order}
            currency={currency}
            href={hrefOf("orders", addressOf(tab, days, order.order_id))}
          />
        )}
      />
      <Picker {...{ picker, days }} onChoose={choose} onClose={() => setPicker("closed")} />
      <RaceOrderSheet
        orderId={orderId}
        onClose={() => go(pathOf("orders", addressOf(tab, days)), { replace: true })}
      />
    </Screen>
  );
}

type PickerState = "not yet" | "open" | "closed";

/** The calendar's code comes when it is opened first. */
function Picker(props: {
  readonly picker: PickerState;
  readonly days: OrderDays | null;
  readonly onChoose: (days: OrderDays | null) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { picker, ...rest } = props;
  if (picker === "not yet") return null;
  return createElement(lazyPage(loadPicker), { open: picker === "open", ...rest });
}

type AddressOf = (tab: OrderTab, days: OrderDays | null, order?: string) => Record<string, string>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address asks for; invalid days mean all days. */
function useAddress() {
  const address = useQueryOfAddress();
  const tab = tabOf(address);
  const from = address.get("from") ?? "";
  const to = address.get("to") ?? "";
  const days = DAY.test(from) && DAY.test(to) ? { from, to } : null;
  const addressOf: AddressOf = (id, range, order) => ({
    tab: id,
    ...range,
    ...(order !== undefined && { order }),
  });
  return { tab, days, orderId: address.get("order") ?? undefined, addressOf };
}

/** The days that the list is narrowed to, and the way back to all. */
function Days(props: { readonly days: OrderDays; readonly onClear: () => void }): ReactNode {
  const t = useT();
  const { from, to } = props.days;
  return (
    <div className="order-days">
      <b>{formatDayRange(from, to, t.language)}</b>
      <Button kind="text" icon="close" onPress={props.onClear}>
        {t("orders.allDays")}
      </Button>
    </div>
  );
}

/** One bet of the list. */
export function RaceOrderCard(props: {
  readonly order: Order;
  readonly currency: string;
  readonly href: string;
}): ReactNode {
  const t = useT();
  const { order, currency } = props;
  const view = viewOfOrder(t, order, currency);
  const startsAt = Date.parse(order.start_time);
  const isToCome = order.status === "accepted" && startsAt > clubNow();
  return (
    <OrderCard
      {...view}
      meta={`${view.on} · ${formatTime(order.accepted_at, deviceZone(), t.language)}`}
      selection={selectionOfOrder(t, order)}
      note={whyBackOfOrder(t, order) ?? (isToCome ? <Countdown at={startsAt} /> : undefined)}
      href={props.href}
    />
  );
}

/** No bets: the next race is the next act. */
function NoOrders(props: { readonly tab: OrderTab; readonly hasDays: boolean }): ReactNode {
  const t = useT();
  const next = useNextRaces().list?.[0];
  const title = t(`orders.empty.${props.hasDays ? "range" : props.tab}`);
  if (next === undefined) {
    return <EmptyState title={title} act={{ label: t("coming.act"), href: hrefOf("home") }} />;
  }
  return (
    <EmptyState
      title={title}
      text={t("orders.nextRace", {
        race: `${next.meetings} ${t("race.short", { n: next.raceNo })}`,
      })}
      startsAt={Date.parse(next.start_time)}
      act={{ label: t("orders.seeRunners"), href: hrefOf("detail", { race: next.race_id }) }}
    />
  );
}
