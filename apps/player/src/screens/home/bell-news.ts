import type {
  listOrders,
  listProducts,
  listSportOrders,
  listTopUps,
  Order,
  Product,
  SportOrder,
  TopUp,
} from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../core/call.ts";
import { useClubNotices } from "../../api/content.ts";
import { TOP_UPS, useMoneyNews } from "../../api/money-news.ts";
import { ORDERS } from "../../api/open-bets.ts";
import { MINE } from "../../core/query-client.ts";
import { useT } from "../../core/lang.ts";
import { listenTo } from "../../core/stream.ts";
import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

/** What happened for the player: a bet settled, a top-up credited, something sold out is back. */
export type MoneyNews =
  | { readonly kind: "bet"; readonly at: number; readonly order: Order }
  | { readonly kind: "sport"; readonly at: number; readonly order: SportOrder }
  | { readonly kind: "topUp"; readonly at: number; readonly topUp: TopUp }
  | { readonly kind: "back"; readonly at: number; readonly product: Product };

/** The most of each kind; its own screen has the rest. */
const MOST = 5;
const MOST_SHOWN = 8;
const STALE_MS = 60_000;

/** The latest settled bets and credited top-ups, newest first, kept up to date by the stream. */
export function useMoneyOfBell() {
  useMoneyNews();
  useEffect(() => listenTo("player"), []);
  const bets = useLatestBets();
  const sport = useLatestSport();
  const topUps = useLatestTopUps();
  const back = useBack();
  const all = [bets, sport, topUps, back];
  const news = all.flatMap(({ data = [] }) => data).sort((one, other) => other.at - one.at);
  return {
    news: news.slice(0, MOST_SHOWN),
    isPending: all.some(({ isPending }) => isPending),
    isFailed: all.some(({ isError, data }) => isError && data === undefined),
    retry: () => Promise.all(all.map((query) => query.refetch())),
  };
}

function useBack() {
  const { language } = useT();
  return useQuery({
    queryKey: [MINE, "shop", "list", "back", language],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<MoneyNews[]> => {
      const query = { lang: language, only: "back" } as const;
      const wish = { method: "GET", path: "/api/shop/list", query, signal } as const;
      return (await call<typeof listProducts>(wish)).list
        .slice(0, MOST)
        .map((product) => ({ kind: "back", at: momentOf(product.back_at), product }));
    },
  });
}

function useLatestBets() {
  return useQuery({
    queryKey: [...ORDERS, "latest"],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<MoneyNews[]> => {
      const query = { limit: MOST, status: "settled" } as const;
      const wish = { method: "GET", path: "/api/order/list", query, signal } as const;
      const { list } = await call<typeof listOrders>(wish);
      return list.map((order) => ({ kind: "bet", at: momentOf(order.settled_at), order }));
    },
  });
}

function useLatestSport() {
  return useQuery({
    queryKey: [...ORDERS, "sport", "latest"],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<MoneyNews[]> => {
      const query = { limit: MOST, status: "settled" } as const;
      const wish = { method: "GET", path: "/api/order/sport-list", query, signal } as const;
      const { list } = await call<typeof listSportOrders>(wish);
      return list.map((order) => ({ kind: "sport", at: momentOf(order.settled_at), order }));
    },
  });
}

function useLatestTopUps() {
  return useQuery({
    queryKey: [...TOP_UPS, "latest"],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<MoneyNews[]> => {
      const query = { limit: MOST } as const;
      const wish = { method: "GET", path: "/api/recharge/list", query, signal } as const;
      const { list } = await call<typeof listTopUps>(wish);
      return list
        .filter(({ status }) => status === "approved")
        .map((topUp) => ({ kind: "topUp", at: momentOf(topUp.decided_at), topUp }));
    },
  });
}

const momentOf = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));

const SEEN_KEY = "bell-seen";
const seenAt = createStore(Number(storage.read(SEEN_KEY) ?? "0") || 0);

/** Whether there is news since the bell was last opened on this device, and a way to note it. */
export function useUnseen(news: readonly MoneyNews[]) {
  const { data: notices = [] } = useClubNotices();
  const seen = useStore(seenAt);
  const moments = [...news.map(({ at }) => at), ...notices.map((one) => momentOf(one.starts_at))];
  const newest = Math.max(0, ...moments);
  return {
    hasNew: newest > seen,
    markSeen: () => {
      storage.write(SEEN_KEY, String(newest));
      seenAt.set(newest);
    },
  };
}
