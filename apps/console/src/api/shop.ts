import type { BodyInputOf, changeProduct, SHOP_ORDER_SORTS, Sort } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { defineAct } from "./ask.ts";
import { useList, usePages } from "./read.ts";
import { usePollMs } from "./stream.ts";

const SHOP_KEY = "shop";
const CALM_MS = 20_000;
const PAGE = 50;

export type ProductForm = Omit<BodyInputOf<typeof changeProduct>, "version">;

/** All products, the newest first. */
export const useProducts = () =>
  useList(
    [SHOP_KEY, "products"],
    "/api/operator/shop/products",
    {},
    { refetchInterval: usePollMs(CALM_MS) },
  );

/** What players bought; `paid`: orders waiting to be handed over. */
export const useShopOrders = (
  status: "paid" | undefined,
  sort: Sort<(typeof SHOP_ORDER_SORTS)[number]>,
) =>
  usePages(
    [SHOP_KEY, "orders", status, sort],
    "/api/operator/shop/orders",
    { limit: PAGE, status, sort },
    { refetchInterval: usePollMs(CALM_MS), placeholderData: keepPreviousData },
  );

const KEYS = [SHOP_KEY];

export const createProduct = defineAct("POST /api/operator/shop/products", KEYS);
export const saveProduct = defineAct("PUT /api/operator/shop/products/:product_id", KEYS);
export const publish = defineAct("POST /api/operator/shop/products/:product_id/publish", KEYS);
export const withdraw = defineAct("POST /api/operator/shop/products/:product_id/withdraw", KEYS);
export const moveStock = defineAct("POST /api/operator/shop/products/:product_id/stock", KEYS);
export const handOver = defineAct("POST /api/operator/shop/orders/:shop_order_id/hand-over", KEYS);
export const refund = defineAct("POST /api/operator/shop/orders/:shop_order_id/refund", KEYS);
