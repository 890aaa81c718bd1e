import type {
  BodyInputOf,
  DataOf,
  getOrder,
  listOrders,
  placeOrder,
  quoteOrder,
} from "@club/contract";
import { useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { ORDERS } from "./open-bets.ts";
import { isSameBet } from "./same-bet.ts";
import { MINE } from "../core/query-client.ts";

const PAGE = 20;

export type OrderTab = "open" | "settled" | "all";
export type OrderDetail = DataOf<typeof getOrder>;
/** The specification's bet form, as it goes to the server. */
export type WireForm = BodyInputOf<typeof placeOrder> & Readonly<Record<string, unknown>>;
export type Quote = DataOf<typeof quoteOrder>;

/** Days in club time, both included; none: all. */
export interface OrderDays {
  readonly from: string;
  readonly to: string;
}

/** The player's bets on races, newest first, a page at a time. */
export function useOrders(tab: OrderTab, days: OrderDays | null, isWanted = true) {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [...ORDERS, "list", tab, days],
    enabled: isSignedIn && isWanted,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listOrders>({
        method: "GET",
        path: "/api/order/list",
        query: {
          limit: PAGE,
          cursor: pageParam,
          status: tab === "all" ? undefined : tab,
          ...days,
        },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export function useOrder(orderId: string | undefined): UseQueryResult<OrderDetail> {
  return useQuery({
    queryKey: [...ORDERS, "one", orderId],
    enabled: orderId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { order_id: orderId ?? "" };
      const wish = { method: "GET", path: "/api/order/:order_id", params, signal } as const;
      return (await call<typeof getOrder>(wish)).data;
    },
  });
}

/**
 * The server's view of a form: its price and its approximate return; while it is on its way, the
 * last one of the same bet. null: nothing to ask.
 */
export function useQuote(form: WireForm | null): UseQueryResult<Quote> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: [MINE, "quote", form],
    enabled: isSignedIn && form !== null,
    staleTime: 5000,
    gcTime: 30_000,
    retry: false,
    placeholderData: (last: Quote | undefined, before) =>
      isSameBet(form, (before?.queryKey[2] ?? null) as WireForm | null) ? last : undefined,
    queryFn: async ({ signal }) => {
      const body = form ?? {};
      const wish = { method: "POST", path: "/api/order/quote", body, signal } as const;
      return (await call<typeof quoteOrder>(wish)).data;
    },
  });
}
