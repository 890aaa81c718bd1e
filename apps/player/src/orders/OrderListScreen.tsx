import { formatDayRange } from "@club/i18n";
import { Button, EmptyState, ErrorState, Icon, LoadMore, Skeleton, TabSwitch } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { go, useQueryOfAddress } from "../core/address.ts";
import { useOpenBetCount } from "../api/open-bets.ts";
import { useOrders, type OrderDays, type OrderTab } from "../api/orders.ts";
import { useNextRaces } from "../api/races.ts";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { hrefOf, pathOf } from "../core/routes.ts";
import { reportOf } from "../core/report.ts";
import { Screen } from "../shell/Screen.tsx";
import { OrderPages } from "./OrderPages.tsx";
import { OrderSheet } from "./OrderSheet.tsx";
import "../shell/pages.css";
import "./orders.css";

const loadPicker = async () => ({
  default: (await import("./DaysPicker.tsx")).DaysPicker,
});

const TABS: readonly OrderTab[] = ["open", "settled", "all"];

/** A player's race bets, newest first. Route: /pages/order/list?tab=&from=&to=&order= */
export function OrderListScreen(): ReactNode {
  const t = useT();
  const { tab, days, orderId, addressOf } = useAddress();
  const [picker, setPicker] = useState<PickerState>("not yet");
  const query = useOrders(tab, days);
  const openCount = useOpenBetCount();
  const refresh = () => query.refetch();
  const choose = (to: OrderDays | null) => go(pathOf("orders", addressOf(tab, to)));
  return (
    <Screen
      id="orders"
      title={t("bar.orders")}
      onRefresh={refresh}
      updatedAt={query.dataUpdatedAt}
      actions={[
        { icon: "calendar", label: t("orders.rangeTitle"), onPress: () => setPicker("open") },
      ]}
    >
      <TabSwitch
        label={t("orders.tabs")}
        currentId={tab}
        items={TABS.map((id) => ({
          id,
          label: t(`orders.tab.${id}`),
          href: hrefOf("orders", addressOf(id, days)),
          count: id === "open" ? openCount : undefined,
        }))}
        end={
          <a className="head-link mute" href={hrefOf("sportOrders")}>
            {t("orders.sport")}
            <Icon name="chevron-right" />
          </a>
        }
      />
      {days !== null && <Days days={days} onClear={() => choose(null)} />}
      <List query={query} tab={tab} days={days} addressOf={addressOf} />
      <Picker {...{ picker, days }} onChoose={choose} onClose={() => setPicker("closed")} />
      <OrderSheet
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

/** What the address asks for; days that are none are all days. */
function useAddress() {
  const address = useQueryOfAddress();
  const tab = TABS.find((each) => each === address.get("tab")) ?? "open";
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

function List(props: {
  readonly query: ReturnType<typeof useOrders>;
  readonly tab: OrderTab;
  readonly days: OrderDays | null;
  readonly addressOf: AddressOf;
}): ReactNode {
  const t = useT();
  const { query, tab, days, addressOf } = props;
  if (query.isPending) return <Skeleton kind="order" rows={4} />;
  if (query.isError && query.data === undefined) {
    return (
      <ErrorState
        title={t("orders.failed")}
        text={t("state.moneySafe")}
        onRetry={() => void query.refetch()}
        reference={reportOf(t, query.error)}
      />
    );
  }
  const pages = query.data.pages.map(({ list }) => list);
  if (pages.every((page) => page.length === 0)) {
    return <NoOrders tab={tab} hasDays={days !== null} />;
  }
  return (
    <div aria-busy={query.isFetching}>
      <OrderPages
        pages={pages}
        hrefOfOrder={(order) => hrefOf("orders", addressOf(tab, days, order))}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onReach={() => void query.fetchNextPage()}
      />
    </div>
  );
}

/** No bets: the next race is the next act. */
function NoOrders({
  tab,
  hasDays,
}: {
  readonly tab: OrderTab;
  readonly hasDays: boolean;
}): ReactNode {
  const t = useT();
  const next = useNextRaces().list?.[0];
  const title = t(`orders.empty.${hasDays ? "range" : tab}`);
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
