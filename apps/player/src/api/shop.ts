import type {
  buyProduct,
  DataOf,
  listProducts,
  listShopOrders,
  Product,
  wishProduct,
} from "@club/contract";
import { showToast } from "@club/ui";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useT } from "../core/lang.ts";
import { useSession } from "../core/session.ts";
import { errorText } from "../core/texts.ts";
import { call } from "../core/call.ts";
import { answered, keyOf, repeatDelayMs, shouldRepeat } from "../core/once.ts";
import { MINE } from "../core/query-client.ts";
import { WALLET_KEY } from "./wallet.ts";

const PAGE = 20;
const SHOP = [MINE, "shop"] as const;
const ACT = "shop";

export type Bought = DataOf<typeof buyProduct>;

/** What the club sells, in the player's language. */
export function useProducts() {
  const { language } = useT();
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: [...SHOP, "list", language],
    enabled: isSignedIn,
    staleTime: 30_000,
    // Stock changes while the player is elsewhere, and a player told of new stock wants to see it.
    refetchOnMount: "always",
    queryFn: async ({ signal }) => {
      const query = { lang: language };
      const wish = { method: "GET", path: "/api/shop/list", query, signal } as const;
      return (await call<typeof listProducts>(wish)).list;
    },
  });
}

/** Asks to be told when a sold-out product is back, or no longer; shown as the club has it. */
export function useWish() {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: async ({ product_id, is_wished }: Product) =>
      await call<typeof wishProduct>({
        method: "POST",
        path: "/api/shop/wish",
        body: { product_id, is_wished: !is_wished },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [...SHOP, "list"] }),
    onError: (error) => showToast(errorText(t, error)),
  });
}

/** What the player bought, newest first. */
export function useShopOrders() {
  const { language } = useT();
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [...SHOP, "orders", language],
    enabled: isSignedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listShopOrders>({
        method: "GET",
        path: "/api/shop/orders",
        query: { limit: PAGE, cursor: pageParam, lang: language },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

/** Buys at the price that was shown. The same wish has the same key until it is answered. */
export function useBuy() {
  const client = useQueryClient();
  return useMutation({
    retry: shouldRepeat,
    retryDelay: repeatDelayMs,
    mutationFn: async ({ product, quantity }: { product: Product; quantity: number }) => {
      const body = {
        product_id: product.product_id,
        quantity,
        price_cents: product.price_cents,
      };
      const idempotencyKey = keyOf(ACT, JSON.stringify(body));
      const wish = { method: "POST", path: "/api/shop/buy", body, idempotencyKey } as const;
      return (await call<typeof buyProduct>(wish)).data;
    },
    onSuccess: () => answered(ACT),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: SHOP }),
        client.invalidateQueries({ queryKey: WALLET_KEY }),
      ]);
    },
  });
}
