import type { SportOrder } from "@club/contract";
import { formatTime } from "@club/i18n";
import { EmptyState, OrderCard, SportOrderLegs, SportProgress } from "@club/ui";
import type { ReactNode } from "react";
import { useSportOrders } from "../api/sport.ts";
import { go, useQueryOfAddress } from "../core/address.ts";
import { useT } from "../core/lang.ts";
import { useOddsText } from "../core/odds-format.ts";
import { hrefOf, pathOf } from "../core/routes.ts";
import { deviceZone } from "../device/zone.ts";
import { Screen } from "../shell/Screen.tsx";
import { useLiveLegs } from "./live-legs.ts";
import { OrderList } from "./OrderList.tsx";
import { OrderTabs, tabOf } from "./OrderTabs.tsx";
import { legOfOrder, progressOf, stateOfLeg, viewOfSportOrder } from "./sport-order.ts";
import { SportOrderSheet } from "./SportOrderSheet.tsx";
import "../shell/pages.css";
import "./orders.css";

/** A player's sport bets, newest first. Route: /pages/order/sport_list?tab=&order= */
export function SportOrderListScreen(): ReactNode {
  const t = useT();
  const address = useQueryOfAddress();
  const tab = tabOf(address);
  const query = useSportOrders(tab);
  useLiveLegs(query.data?.pages.flatMap((page) => page.list) ?? []);
  return (
    <Screen
      id="sportOrders"
      title={t("bar.sportOrders")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
    >
      <OrderTabs
        current={tab}
        hrefOfTab={(id) => hrefOf("sportOrders", { tab: id })}
        other={{ href: hrefOf("orders"), label: t("sport.orders.races") }}
      />
      <OrderList
        query={query}
        empty={
          <EmptyState
            title={t(`orders.empty.${tab}`)}
            text={t("sport.orders.emptyText")}
            act={{ label: t("sport.toBoard"), href: hrefOf("sports") }}
          />
        }
        card={(order, currency) => (
          <SportOrderCard
            order={order}
            currency={currency}
            href={hrefOf("sportOrders", { tab, order: order.order_id })}
          />
        )}
      />
      <SportOrderSheet
        orderId={address.get("order") ?? undefined}
        onClose={() => go(pathOf("sportOrders", { tab }), { replace: true })}
      />
    </Screen>
  );
}

/** One bet of the list. */
export function SportOrderCard(props: {
  readonly order: SportOrder;
  readonly currency: string;
  readonly href: string;
}): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const { order, currency, href } = props;
  const view = viewOfSportOrder(t, order, currency);
  const progress = progressOf(t, order.legs);
  const time = formatTime(order.accepted_at, deviceZone(), t.language);
  return (
    <OrderCard {...view} meta={`${view.on} · ${time}`} href={href}>
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

/** A card of twelve legs would fill a screen: the others are on its sheet. */
const MOST_LEGS = 6;
const SHOWN_LEGS = 5;

/** Legs in play or lost first, since they decide; then in the order of the bet. */
function shownLegs({ legs }: SportOrder): SportOrder["legs"] {
  if (legs.length <= MOST_LEGS) return legs;
  const rank = ({ status, is_live }: SportOrder["legs"][number]) =>
    status === "lost" ? 0 : is_live && status === "open" ? 1 : status === "open" ? 2 : 3;
  return legs.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_LEGS);
}
