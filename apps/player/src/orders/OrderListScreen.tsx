import { formatDayRange } from "@club/i18n";
import { Button, EmptyState, Notice } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import type { OrderDays } from "../api/orders.ts";
import { useNextRaces } from "../api/races.ts";
import { go } from "../core/address.ts";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { hrefOf, pathOf } from "../core/routes.ts";
import { Screen } from "../shell/Screen.tsx";
import { useLiveLegs } from "./live-legs.ts";
import { useMyBets, type MyBets } from "./my-bets.ts";
import { queryOf, useOrderPlace, type OrderPlace, type OrderRoute } from "./order-address.ts";
import { isRaceOrder, type OrderKind } from "./order-kinds.ts";
import { OrderList } from "./OrderList.tsx";
import { OrderTabs } from "./OrderTabs.tsx";
import { RaceOrderCard } from "./RaceOrderCard.tsx";
import { RaceOrderSheet } from "./RaceOrderSheet.tsx";
import { SportOrderCard } from "./SportOrderCard.tsx";
import { SportOrderSheet } from "./SportOrderSheet.tsx";
import "../shell/pages.css";
import "./orders.css";

const loadPicker = async () => ({
  default: (await import("./DaysPicker.tsx")).DaysPicker,
});

/** A player's bets, newest first. Route: /pages/order/list?tab=&kind=&from=&to=&order= */
export function OrderListScreen(): ReactNode {
  return <MyBetsScreen route="orders" />;
}

/** The same, of sports to begin with. Route: /pages/order/sport_list?tab=&kind=&from=&to=&order= */
export function SportOrderListScreen(): ReactNode {
  return <MyBetsScreen route="sportOrders" />;
}

function MyBetsScreen({ route }: { readonly route: OrderRoute }): ReactNode {
  const t = useT();
  const place = useOrderPlace(route);
  const { tab, days, filter } = place;
  const [picker, setPicker] = useState<PickerState>("not yet");
  const { query, missing, updatedAt, sportOrders } = useMyBets({ tab, days, filter });
  useLiveLegs(sportOrders);
  const here: OrderPlace = { tab, days, filter };
  const hrefTo = (change: Partial<OrderPlace>) =>
    hrefOf(route, queryOf(route, { ...here, ...change }));
  const goTo = (change: Partial<OrderPlace>, replace = false) =>
    go(pathOf(route, queryOf(route, { ...here, ...change })), { replace });
  return (
    <Screen
      id={route}
      title={t("bar.orders")}
      onRefresh={query.refetch}
      updatedAt={updatedAt}
      actions={[
        { icon: "calendar", label: t("orders.rangeTitle"), onPress: () => setPicker("open") },
      ]}
    >
      <OrderTabs
        tab={tab}
        filter={filter}
        hrefOfTab={(to) => hrefTo({ tab: to })}
        onFilter={(to) => goTo({ filter: to })}
      />
      {days !== null && <Days days={days} onClear={() => goTo({ days: null })} />}
      {missing !== undefined && <Missing missing={missing} />}
      <OrderList
        query={query}
        empty={missing === undefined && <NoOrders {...here} />}
        card={(order, currency) =>
          isRaceOrder(order) ? (
            <RaceOrderCard {...{ order, currency }} href={hrefTo(sheetOf("racing", order))} />
          ) : (
            <SportOrderCard {...{ order, currency }} href={hrefTo(sheetOf("sports", order))} />
          )
        }
      />
      <Picker
        {...{ picker, days }}
        onChoose={(to) => goTo({ days: to })}
        onClose={() => setPicker("closed")}
      />
      <OpenSheet order={place.order} onClose={() => goTo({}, true)} />
    </Screen>
  );
}

const sheetOf = (kind: OrderKind, order: { readonly order_id: string }) => ({
  order: { kind, id: order.order_id },
});

/** Both stand ready, each closed until its kind of bet is asked for. */
function OpenSheet(props: {
  readonly order: OrderPlace["order"];
  readonly onClose: () => void;
}): ReactNode {
  const { order, onClose } = props;
  const idOf = (kind: OrderKind) => (order?.kind === kind ? order.id : undefined);
  return (
    <>
      <RaceOrderSheet orderId={idOf("racing")} onClose={onClose} />
      <SportOrderSheet orderId={idOf("sports")} onClose={onClose} />
    </>
  );
}

/** One of the two kinds did not come: what is shown is not all. */
function Missing({ missing }: { readonly missing: NonNullable<MyBets["missing"]> }): ReactNode {
  const t = useT();
  return (
    <div className="pad">
      <Notice tone="loss" title={t(`orders.missing.${missing.kind}`)} alert>
        <Button kind="text" icon="refresh" onPress={missing.retry}>
          {t("act.retry")}
        </Button>
      </Notice>
    </div>
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

/** No bets: the next race, or the board of sports, is the next act. */
function NoOrders({ tab, days, filter }: OrderPlace): ReactNode {
  const t = useT();
  const next = useNextRaces().list?.[0];
  const title = t(`orders.empty.${days === null ? tab : "range"}`);
  if (filter === "sports") {
    const act = { label: t("sport.toBoard"), href: hrefOf("sports") };
    return <EmptyState title={title} text={t("sport.orders.emptyText")} act={act} />;
  }
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
