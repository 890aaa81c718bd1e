import type {
  BodyInputOf,
  changeProduct,
  changeStock,
  createProduct,
  handOverOrder,
  listOperatorProducts,
  listOperatorShopOrders,
  OperatorProduct,
  publishProduct,
  refundOrder,
  withdrawProduct,
} from "@club/contract";
import { call } from "./client.ts";
import { send, readAnew } from "./query-client.ts";
import { useList, usePages } from "./read.ts";
import { usePollMs } from "./stream.ts";

const SHOP_KEY = "shop";
const CALM_MS = 20_000;
const PAGE = 50;

export type ProductForm = Omit<BodyInputOf<typeof changeProduct>, "version">;

/** All products, the newest first. */
export function useProducts() {
  return useList<typeof listOperatorProducts>(
    [SHOP_KEY, "products"],
    { path: "/api/operator/shop/products" },
    { refetchInterval: usePollMs(CALM_MS) },
  );
}

/** What players bought, newest first; `paid`: orders waiting to be handed over. */
export function useShopOrders(status: "paid" | undefined) {
  return usePages<typeof listOperatorShopOrders>(
    [SHOP_KEY, "orders", status],
    { path: "/api/operator/shop/orders", query: { limit: PAGE, ...(status && { status }) } },
    { refetchInterval: usePollMs(CALM_MS) },
  );
}

/** Makes a product, or changes the given one. */
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
  await readAnew(SHOP_KEY);
}

export async function publish(id: string): Promise<void> {
  await send<typeof publishProduct>([SHOP_KEY], {
    method: "POST",
    path: "/api/operator/shop/products/:product_id/publish",
    params: { product_id: id },
  });
}

export async function withdraw(id: string): Promise<void> {
  await send<typeof withdrawProduct>([SHOP_KEY], {
    method: "POST",
    path: "/api/operator/shop/products/:product_id/withdraw",
    params: { product_id: id },
  });
}

export async function moveStock(id: string, change: number, reason: string): Promise<void> {
  await send<typeof changeStock>([SHOP_KEY], {
    method: "POST",
    path: "/api/operator/shop/products/:product_id/stock",
    params: { product_id: id },
    body: { change, reason },
  });
}

export async function handOver(id: string): Promise<void> {
  await send<typeof handOverOrder>([SHOP_KEY], {
    method: "POST",
    path: "/api/operator/shop/orders/:shop_order_id/hand-over",
    params: { shop_order_id: id },
  });
}

export async function refund(id: string, reason: string): Promise<void> {
  await send<typeof refundOrder>([SHOP_KEY], {
    method: "POST",
    path: "/api/operator/shop/orders/:shop_order_id/refund",
    params: { shop_order_id: id },
    body: { reason },
  });
}
