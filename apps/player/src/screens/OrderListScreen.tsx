import { EmptyState, ErrorState, Icon, LoadMore, Skeleton, TabSwitch } from "@club/ui";
import type { Order } from "@club/contract";
import type { ReactNode } from "react";
import { go, useQueryOfAddress } from "../address.ts";
import { useOpenBetCount } from "../api/open-bets.ts";
import { useOrders, type OrderTab } from "../api/orders.ts";
import { useNextRaces } from "../api/races.ts";
import { useT } from "../lang.ts";
import { hrefOf, pathOf } from "../routes.ts";
import { reportOf } from "../shell/report.ts";
import { Screen } from "../shell/Screen.tsx";
import { OrderDays } from "./orders/OrderDays.tsx";
import { OrderSheet } from "./orders/OrderSheet.tsx";
import "../pages.css";

const TABS: readonly OrderTab[] = ["open", "settled", "all"];

/** A player's race bets, newest first. Route: /pages/order/list?tab=&order= */
export function OrderListScreen(): ReactNode {
  const t = useT();
  const address = useQueryOfAddress();
  const tab = TABS.find((each) => each === address.get("tab")) ?? "open";
  const query = useOrders(tab);
  const openCount = useOpenBetCount();
  const orders = query.data?.pages.flatMap((page) => page.list) ?? [];
  const refresh = () => query.refetch();
  return (
    <Screen id="orders" onRefresh={refresh} updatedAt={query.dataUpdatedAt}>
      <TabSwitch
        label={t("orders.tabs")}
        currentId={tab}
        items={TABS.map((id) => ({
          id,
          label: t(`orders.tab.${id}`),
          href: hrefOf("orders", { tab: id }),
          count: id === "open" ? openCount : undefined,
        }))}
        end={
          <a className="head-link mute" href={hrefOf("sportOrders")}>
            {t("orders.sport")}
            <Icon name="chevron-right" />
          </a>
        }
      />
      {query.isPending && <Skeleton kind="order" rows={4} />}
      {query.isError && (
        <ErrorState
          title={t("orders.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void refresh()}
          reference={reportOf(t, query.error)}
        />
      )}
      {query.isSuccess && <Orders tab={tab} orders={orders} query={query} />}
      <OrderSheet
        orderId={address.get("order") ?? undefined}
        onClose={() => go(pathOf("orders", { tab }), { replace: true })}
      />
    </Screen>
  );
}

function Orders(props: {
  readonly tab: OrderTab;
  readonly orders: readonly Order[];
  readonly query: ReturnType<typeof useOrders>;
}): ReactNode {
  const { tab, orders, query } = props;
  if (orders.length === 0) return <NoOrders tab={tab} />;
  return (
    <div aria-busy={query.isFetching}>
      <OrderDays orders={orders} hrefOfOrder={(order) => hrefOf("orders", { tab, order })} />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onReach={() => void query.fetchNextPage()}
      />
    </div>
  );
}

/** No bets: the next race is the next act. */
function NoOrders({ tab }: { readonly tab: OrderTab }): ReactNode {
  const t = useT();
  const next = useNextRaces().list?.[0];
  if (next === undefined) {
    return (
      <EmptyState
        title={t(`orders.empty.${tab}`)}
        act={{ label: t("coming.act"), href: hrefOf("home") }}
      />
    );
  }
  return (
    <EmptyState
      title={t(`orders.empty.${tab}`)}
      text={t("orders.nextRace", {
        race: `${next.meetings} ${t("race.short", { n: next.raceNo })}`,
      })}
      startsAt={Date.parse(next.start_time)}
      act={{ label: t("orders.seeRunners"), href: hrefOf("detail", { race: next.race_id }) }}
    />
  );
}
