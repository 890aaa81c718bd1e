import type { OrderDays, OrderTab } from "../api/orders.ts";
import { useQueryOfAddress } from "../core/address.ts";
import { ORDER_FILTERS, ORDER_KINDS, type OrderFilter, type OrderKind } from "./order-kinds.ts";

/** The list has two addresses: each begins with a filter, and `order` is a bet of its own kind. */
export type OrderRoute = "orders" | "sportOrders";

const FIRST_FILTER = { orders: "all", sportOrders: "sports" } as const;
const OWN_KIND = { orders: "racing", sportOrders: "sports" } as const;

export interface OrderPlace {
  readonly tab: OrderTab;
  readonly filter: OrderFilter;
  /** null: all days. */
  readonly days: OrderDays | null;
  /** The bet whose sheet is open. */
  readonly order?: { readonly kind: OrderKind; readonly id: string } | undefined;
}

const TABS: readonly OrderTab[] = ["open", "settled", "all"];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address asks for. What is no tab, no filter or no day is as good as not there. */
export function placeOf(route: OrderRoute, query: URLSearchParams): OrderPlace {
  const from = query.get("from") ?? "";
  const to = query.get("to") ?? "";
  const orders = ORDER_KINDS.map((kind) => ({ kind, id: query.get(nameOf(route, kind)) ?? "" }));
  return {
    tab: TABS.find((each) => each === query.get("tab")) ?? "open",
    filter: ORDER_FILTERS.find((each) => each === query.get("kind")) ?? FIRST_FILTER[route],
    days: DAY.test(from) && DAY.test(to) ? { from, to } : null,
    order: orders.find(({ id }) => id !== ""),
  };
}

/** The query of an address that asks for this. */
export function queryOf(route: OrderRoute, place: OrderPlace): Record<string, string> {
  const { tab, filter, days, order } = place;
  return {
    tab,
    ...(filter !== FIRST_FILTER[route] && { kind: filter }),
    ...days,
    ...(order !== undefined && { [nameOf(route, order.kind)]: order.id }),
  };
}

const nameOf = (route: OrderRoute, kind: OrderKind): string =>
  kind === OWN_KIND[route] ? "order" : kind;

export function useOrderPlace(route: OrderRoute): OrderPlace {
  return placeOf(route, useQueryOfAddress());
}
