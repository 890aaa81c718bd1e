import type { SportOrder } from "@club/contract";
import { EmptyState, ErrorState, Icon, LoadMore, Skeleton, TabSwitch } from "@club/ui";
import type { ReactNode } from "react";
import { go, useQueryOfAddress } from "../core/address.ts";
import { useT } from "../core/lang.ts";
import { hrefOf, pathOf } from "../core/routes.ts";
import { reportOf } from "../core/report.ts";
import { Screen } from "../shell/Screen.tsx";
import { useLiveLegs } from "./live-legs.ts";
import { SportOrderDays } from "./SportOrderDays.tsx";
import { SportOrderSheet } from "./SportOrderSheet.tsx";
import { useSportOrders, type SportOrderTab } from "../api/sport.ts";
import "../shell/pages.css";

const TABS: readonly SportOrderTab[] = ["open", "settled", "all"];

/** A player's sport bets, newest first. Route: /pages/order/sport_list?tab=&order= */
export function SportOrderListScreen(): ReactNode {
  const t = useT();
  const address = useQueryOfAddress();
  const tab = TABS.find((each) => each === address.get("tab")) ?? "open";
  const query = useSportOrders(tab);
  const orders = query.data?.pages.flatMap((page) => page.list) ?? [];
  const refresh = () => query.refetch();
  useLiveLegs(orders);
  return (
    <Screen
      id="sportOrders"
      title={t("bar.sportOrders")}
      onRefresh={refresh}
      updatedAt={query.dataUpdatedAt}
    >
      <TabSwitch
        label={t("orders.tabs")}
        currentId={tab}
        items={TABS.map((id) => ({
          id,
          label: t(`orders.tab.${id}`),
          href: hrefOf("sportOrders", { tab: id }),
        }))}
        end={
          <a className="head-link mute" href={hrefOf("orders")}>
            {t("sport.orders.races")}
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
      <SportOrderSheet
        orderId={address.get("order") ?? undefined}
        onClose={() => go(pathOf("sportOrders", { tab }), { replace: true })}
      />
    </Screen>
  );
}

function Orders(props: {
  readonly tab: SportOrderTab;
  readonly orders: readonly SportOrder[];
  readonly query: ReturnType<typeof useSportOrders>;
}): ReactNode {
  const t = useT();
  const { tab, orders, query } = props;
  if (orders.length === 0) {
    return (
      <EmptyState
        title={t(`orders.empty.${tab}`)}
        text={t("sport.orders.emptyText")}
        act={{ label: t("sport.toBoard"), href: hrefOf("sports") }}
      />
    );
  }
  return (
    <div aria-busy={query.isFetching}>
      <SportOrderDays
        orders={orders}
        hrefOfOrder={(order) => hrefOf("sportOrders", { tab, order })}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onReach={() => void query.fetchNextPage()}
      />
    </div>
  );
}
