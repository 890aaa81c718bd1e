import type {
  BodyInputOf,
  changeProduct,
  changeStock,
  createProduct,
  handOverOrder,
  listOperatorProducts,
  listOperatorShopOrders,
  OperatorProduct,
  OperatorShopOrder,
  publishProduct,
  refundOrder,
  withdrawProduct,
} from "@club/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { usePollMs } from "./stream.ts";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const SHOP_KEY = "shop";
const CALM_MS = 20_000;
const PAGE = 50;

export type ProductForm = Omit<BodyInputOf<typeof changeProduct>, "version">;

/** All products, the newest first. */
export function useProducts() {
  return useQuery({
    queryKey: [SHOP_KEY, "products"],
    refetchInterval: usePollMs(CALM_MS),
    queryFn: async ({ signal }): Promise<readonly OperatorProduct[]> => {
      const wish = { method: "GET", path: "/api/operator/shop/products", signal } as const;
      return (await call<typeof listOperatorProducts>(wish)).list;
    },
  });
}

interface OrderPage {
  readonly next: string | null;
  readonly waiting: number;
  readonly list: readonly OperatorShopOrder[];
}

/** What players bought, newest first; `paid`: what waits to be handed over. */
export function useShopOrders(status: "paid" | undefined) {
  return useInfiniteQuery({
    queryKey: [SHOP_KEY, "orders", status],
    refetchInterval: usePollMs(CALM_MS),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OrderPage) => last.next ?? undefined,
    queryFn: async ({ pageParam, signal }): Promise<OrderPage> => {
      const { data, list } = await call<typeof listOperatorShopOrders>({
        method: "GET",
        path: "/api/operator/shop/orders",
        query: { limit: PAGE, ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return { next: data.next_cursor, waiting: data.waiting, list };
    },
  });
}

const refresh = async () => await queryClient.invalidateQueries({ queryKey: [SHOP_KEY] });

/** Makes a product, or changes the one that is given. */
export async function saveProduct(
  form: ProductForm,
  before: OperatorProduct | null,
  stock: number,
): Promise<void> {
  if (before === null) {
    await call<typeof createProduct>({
      method: "POST",
      path: "/api/operator/shop/products",
      body: { ...form, stock },
    });
  } else {
    await call<typeof changeProduct>({
      method: "PUT",
      path: "/api/operator/shop/products/:product_id",
      params: { product_id: before.product_id },
      body: { ...form, version: before.version },
    });
  }
  await refresh();
}

export async function publish(id: string): Promise<void> {
  await call<typeof publishProduct>({
    method: "POST",
    path: "/api/operator/shop/products/:product_id/publish",
    params: { product_id: id },
  });
  await refresh();
}

export async function withdraw(id: string): Promise<void> {
  await call<typeof withdrawProduct>({
    method: "POST",
    path: "/api/operator/shop/products/:product_id/withdraw",
    params: { product_id: id },
  });
  await refresh();
}

export async function moveStock(id: string, change: number, reason: string): Promise<void> {
  await call<typeof changeStock>({
    method: "POST",
    path: "/api/operator/shop/products/:product_id/stock",
    params: { product_id: id },
    body: { change, reason },
  });
  await refresh();
}

export async function handOver(id: string): Promise<void> {
  await call<typeof handOverOrder>({
    method: "POST",
    path: "/api/operator/shop/orders/:shop_order_id/hand-over",
    params: { shop_order_id: id },
  });
  await refresh();
}

export async function refund(id: string, reason: string): Promise<void> {
  await call<typeof refundOrder>({
    method: "POST",
    path: "/api/operator/shop/orders/:shop_order_id/refund",
    params: { shop_order_id: id },
    body: { reason },
  });
  await refresh();
}
