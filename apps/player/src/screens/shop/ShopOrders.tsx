import type { ShopOrder, ShopOrderStatus } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import {
  EmptyState,
  ProductDrawing,
  Tag,
  type TagTone,
} from "@club/ui";
import type { ReactNode } from "react";
import { useShopOrders } from "../../api/shop.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { deviceZone } from "../../device/zone.ts";

/** What the player bought, with the number to say at the counter. */
export function ShopOrders(): ReactNode {
  const t = useT();
  const query = useShopOrders();
  return (
    <Screen
      id="shop"
      title={t("shop.orders")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
    >
      <PagedList
        query={query}
        rows={5}
        failed={t("shop.ordersFailed")}
        empty={
          <EmptyState
            title={t("shop.noOrders")}
            text={t("shop.noOrdersText")}
            act={{ label: t("shop.toShop"), href: hrefOf("shop") }}
          />
        }
      >
        {(orders) => (
          <ul>
            {orders.map((order) => (
              <OrderRow key={order.shop_order_id} order={order} />
            ))}
          </ul>
        )}
      </PagedList>
    </Screen>
  );
}

const TONES: Readonly<Record<ShopOrderStatus, TagTone>> = {
  paid: "brass",
  handed_over: "turf",
  refunded: "firm",
};

function OrderRow({ order }: { readonly order: ShopOrder }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const name =
    order.quantity === 1 ? order.name : t("shop.times", { n: order.quantity, name: order.name });
  return (
    <li className="shop-order">
      <ProductDrawing name={order.picture} />
      <div className="shop-order-words">
        <b>{name}</b>
        <span>
          {order.order_no} · {formatDateTime(order.bought_at, deviceZone(), t.language)}
        </span>
        {order.bonus_cents > 0 && (
          <span>{t("shop.usedBonus", { amount: money(order.bonus_cents) })}</span>
        )}
        {order.reason !== null && <span>{order.reason}</span>}
      </div>
      <div className="shop-order-end">
        <b className="fig">{money(order.cost_cents)}</b>
        <Tag tone={TONES[order.status]}>{t(`shop.status.${order.status}`)}</Tag>
      </div>
    </li>
  );
}
