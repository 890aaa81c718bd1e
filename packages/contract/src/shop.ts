import { z } from "zod";
import { PLAYER_LANGUAGES } from "./accounts.ts";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { SHOP_ORDER_SORTS } from "./choices.ts";

/** The picture of a product: the app has a drawing of each. */
export const PRODUCT_PICTURES = ["cap", "glasses", "towel", "umbrella", "mug", "book"] as const;
export type ProductPicture = (typeof PRODUCT_PICTURES)[number];

/** goods: handed over or sent; day: a place at an event on one day. */
export const PRODUCT_KINDS = ["goods", "day"] as const;
export const PRODUCT_STATUSES = ["draft", "published", "withdrawn"] as const;
export const SHOP_ORDER_STATUSES = ["paid", "handed_over", "refunded"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
export type ShopOrderStatus = (typeof SHOP_ORDER_STATUSES)[number];

export const MOST_PER_ORDER = 10;
const MOST_CENTS = 100_000_000;
const MOST_STOCK = 1_000_000;

export const product = z.object({
  product_id: id,
  kind: z.enum(PRODUCT_KINDS),
  picture: z.enum(PRODUCT_PICTURES),
  name: z.string(),
  about: z.string(),
  price_cents: cents,
  /** How many are left; 0: sold out. */
  stock: z.int(),
  /** When a day takes place; null for goods. */
  happens_at: instant.nullable(),
  /** The player wants to be told when it is in stock again. */
  is_wished: z.boolean(),
  /** When a wished-for product came back into stock. */
  back_at: instant.nullable(),
});
export type Product = z.infer<typeof product>;

export const shopOrder = z.object({
  shop_order_id: id,
  order_no: z.string(),
  product_id: id,
  picture: z.enum(PRODUCT_PICTURES),
  name: z.string(),
  quantity: z.int(),
  unit_cents: cents,
  cost_cents: cents,
  /** The part that the bonus paid. */
  bonus_cents: cents,
  status: z.enum(SHOP_ORDER_STATUSES),
  bought_at: instant,
  ended_at: instant.nullable(),
  reason: z.string().nullable(),
});
export type ShopOrder = z.infer<typeof shopOrder>;

const inLanguage = z.object({ lang: z.string().max(20).optional() });

export const listProducts = defineCall("GET /api/shop/list", {
  summary:
    "What the club sells, in the language; only what was wished for and is back, where asked.",
  access: "player",
  query: inLanguage.extend({ only: z.literal("back").optional() }),
  list: z.array(product),
});

export const wishProduct = defineCall("POST /api/shop/wish", {
  summary: "The player wants to know when a product is there again, or does not any more.",
  access: "player",
  body: z.object({ product_id: id, is_wished: z.boolean() }),
});

export const buyProduct = defineCall("POST /api/shop/buy", {
  summary:
    "Buys at the price that the player saw, from the bonus first and the rest from the balance. Needs an Idempotency-Key: the same key and body answers the same again.",
  access: "player",
  body: z.object({
    product_id: id,
    quantity: z.int().min(1).max(MOST_PER_ORDER),
    /** The unit price that was shown; a different one is refused, with the new price. */
    price_cents: cents,
  }),
  data: shopOrder.extend({ balance_cents: cents }),
});

export const listShopOrders = defineCall("GET /api/shop/orders", {
  summary: "What the player bought, newest first.",
  access: "player",
  query: page.extend({ lang: z.string().max(20).optional() }),
  data: pageData,
  list: z.array(shopOrder),
});

// ------------------------------------------------------------------ operators

const KEEPERS = ["owner", "cashier"] as const;
const READERS = ["owner", "cashier", "support", "auditor"] as const;

const words = z.object({
  name: z.string().trim().min(1).max(80),
  about: z.string().trim().max(500),
});
/** English is always there; another language falls back to it. */
const texts = z
  .object({ en: words })
  .extend(
    Object.fromEntries(
      PLAYER_LANGUAGES.filter((each) => each !== "en").map((each) => [each, words.optional()]),
    ) as Record<Exclude<(typeof PLAYER_LANGUAGES)[number], "en">, z.ZodOptional<typeof words>>,
  );
export type ProductTexts = z.infer<typeof texts>;

const productForm = z.object({
  kind: z.enum(PRODUCT_KINDS),
  picture: z.enum(PRODUCT_PICTURES),
  texts,
  price_cents: cents.min(1).max(MOST_CENTS),
  happens_at: z.iso.datetime().nullish(),
});

const forPlayers = { name: true, about: true, is_wished: true, back_at: true } as const;

export const operatorProduct = product.omit(forPlayers).extend({
  texts,
  status: z.enum(PRODUCT_STATUSES),
  /** Sold and not given back. */
  sold: z.int(),
  /** Goes up with each change; a change names the version that it is based on. */
  version: z.int(),
});
export type OperatorProduct = z.infer<typeof operatorProduct>;

const productParams = z.object({ product_id: id });

export const listOperatorProducts = defineCall("GET /api/operator/shop/products", {
  summary: "All products, drafts and withdrawn ones too.",
  access: READERS,
  list: z.array(operatorProduct),
});

const onProduct = { asksAgain: false, access: KEEPERS, data: operatorProduct } as const;

export const createProduct = defineCall("POST /api/operator/shop/products", {
  ...onProduct,
  summary: "A new product, as a draft.",
  body: productForm.extend({ stock: z.int().min(0).max(MOST_STOCK) }),
});

export const changeProduct = defineCall("PUT /api/operator/shop/products/:product_id", {
  ...onProduct,
  summary: "Changes texts, picture, price. Orders keep what they were bought at.",
  params: productParams,
  body: productForm.extend({ version: z.int() }),
});

export const publishProduct = defineCall("POST /api/operator/shop/products/:product_id/publish", {
  ...onProduct,
  summary: "Shows a product to players. Repeating it changes nothing.",
  params: productParams,
});

export const withdrawProduct = defineCall("POST /api/operator/shop/products/:product_id/withdraw", {
  ...onProduct,
  summary: "Takes a product out of the shop; it can be published again.",
  params: productParams,
});

export const changeStock = defineCall("POST /api/operator/shop/products/:product_id/stock", {
  ...onProduct,
  summary:
    "Adds to the stock or takes from it: a delivery, a count. It never goes below zero. Sent again with its Idempotency-Key it counts once.",
  params: productParams,
  body: z.object({
    change: z
      .int()
      .min(-MOST_STOCK)
      .max(MOST_STOCK)
      .refine((change) => change !== 0, "is zero"),
    reason,
  }),
});

export const operatorShopOrder = shopOrder.extend({
  player_id: id,
  user_name: z.string(),
  ended_by: z.string().nullable(),
});
export type OperatorShopOrder = z.infer<typeof operatorShopOrder>;

export const listOperatorShopOrders = defineCall("GET /api/operator/shop/orders", {
  summary: "What players bought; unless sorted, newest first.",
  access: READERS,
  query: page.extend({
    status: z.enum(SHOP_ORDER_STATUSES).optional(),
    ...sortedBy(SHOP_ORDER_SORTS),
  }),
  data: pageData.extend({ waiting: z.int() }),
  list: z.array(operatorShopOrder),
});

const orderParams = z.object({ shop_order_id: id });

export const handOverOrder = defineCall("POST /api/operator/shop/orders/:shop_order_id/hand-over", {
  asksAgain: false,
  summary: "The player has it. Repeating it changes nothing.",
  access: [...READERS].filter((role) => role !== "auditor"),
  params: orderParams,
  data: operatorShopOrder,
});

export const refundOrder = defineCall("POST /api/operator/shop/orders/:shop_order_id/refund", {
  asksAgain: false,
  summary: "Gives the money back to where it came from, and the goods to the stock. Once.",
  access: KEEPERS,
  params: orderParams,
  body: z.object({ reason }),
  data: operatorShopOrder,
});
