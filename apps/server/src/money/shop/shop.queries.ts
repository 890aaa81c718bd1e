import type {
  ProductPicture,
  ProductStatus,
  ProductTexts,
  SHOP_ORDER_SORTS,
  ShopOrderStatus,
} from "@club/contract";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import {
  changesOne,
  command,
  manyRows,
  oneRow,
  oneValue,
  theRow,
  theValue,
} from "../../core/db/statements.ts";

export interface ProductRow {
  id: string;
  kind: "goods" | "day";
  picture: ProductPicture;
  texts: ProductTexts;
  price_cents: bigint;
  stock: number;
  happens_at: Date | null;
  status: ProductStatus;
  version: number;
  sold: number;
}

export interface ShopOrderRow {
  id: string;
  order_no: string;
  player_id: string;
  product_id: string;
  picture: ProductPicture;
  texts: ProductTexts;
  quantity: number;
  unit_cents: bigint;
  cost_cents: bigint;
  bonus_cents: bigint;
  status: ShopOrderStatus;
  bought_at: Date;
  ended_at: Date | null;
  reason: string | null;
}

export interface OperatorShopOrderRow extends ShopOrderRow {
  user_name: string;
  ended_by: string | null;
}

/** A product as one player sees it. */
export interface OfferRow extends ProductRow {
  is_wished: boolean;
  back_at: Date | null;
}

/** What players can buy or see as sold out, goods first, then by day. Served by product_status. */
export const listPublished = manyRows<
  OfferRow,
  [playerId: string]
>(`SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version, 0 AS sold,
       w.player_id IS NOT NULL AS is_wished, w.back_at
     FROM product p LEFT JOIN product_wish w ON w.product_id = p.id AND w.player_id = $1
     WHERE p.status = 'published' AND (p.happens_at IS NULL OR p.happens_at > club_now())
     ORDER BY p.kind DESC, p.happens_at, p.id LIMIT 200`);

const ADD_WISH = `
  INSERT INTO product_wish (player_id, product_id)
  SELECT $1, id FROM product WHERE id = $2 AND status = 'published' AND stock = 0 FOR SHARE
  ON CONFLICT (player_id, product_id) DO UPDATE SET wished_at = excluded.wished_at, back_at = NULL`;

/**
 * Adds a wish; only for what is sold out. It holds the product, as a delivery does: one of them sees
 * the other, and no wish stays untold beside a stock that came in the same moment.
 */
export const addWish = command<[playerId: string, productId: string]>(ADD_WISH);

export const dropWish = command<[playerId: string, productId: string]>(
  "DELETE FROM product_wish WHERE player_id = $1 AND product_id = $2",
);

/** All products with what was sold of each, the newest first. A shop has few. */
export const listAll =
  manyRows<ProductRow>(`SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version,
       coalesce((SELECT sum(o.quantity) FROM shop_order o
         WHERE o.product_id = p.id AND o.status <> 'refunded'), 0)::integer AS sold
     FROM product p ORDER BY p.id DESC LIMIT 500`);

/** One product with what was sold of it, or null. */
export const readProduct = oneRow<
  ProductRow,
  [id: string]
>(`SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version,
       coalesce((SELECT sum(o.quantity) FROM shop_order o
         WHERE o.product_id = p.id AND o.status <> 'refunded'), 0)::integer AS sold
     FROM product p WHERE p.id = $1`);

/**
 * Takes from the stock: the row's own lock and condition keep two buyers from getting the same
 * item. Null: not published, over, or too few left. The caller holds the player's lock.
 */
export const takeFromStock = oneRow<
  ProductRow,
  [id: string, quantity: number]
>(`UPDATE product SET stock = stock - $2
     WHERE id = $1 AND status = 'published' AND stock >= $2 AND (happens_at IS NULL OR happens_at > club_now())
     RETURNING id, kind, picture, texts, price_cents, stock, happens_at, status, version, 0 AS sold`);

/** Adds to the stock or takes from it. Null: no such product, or it would go below zero. */
export const moveStock = oneRow<{ stock: number }, [id: string, change: number]>(
  "UPDATE product SET stock = stock + $2 WHERE id = $1 AND stock + $2 >= 0 RETURNING stock",
);

export type NewShopOrder = Omit<ShopOrderRow, "status" | "bought_at" | "ended_at" | "reason">;

/** Notes a change of the stock under its key. Null: the key was used before. */
export const noteStockChange = oneRow<
  { change: number },
  [operatorId: string, key: string, productId: string, change: number]
>(`INSERT INTO stock_change (made_by, idempotency_key, product_id, change) VALUES ($1, $2, $3, $4)
   ON CONFLICT DO NOTHING RETURNING change`);

/** What an operator changed with a key. */
export const findStockChange = oneRow<
  { product_id: string; change: number },
  [operatorId: string, key: string]
>("SELECT product_id, change FROM stock_change WHERE made_by = $1 AND idempotency_key = $2");

/** Adds an order. The caller holds the player's lock, took the stock and books the entry. */
export const insertOrder = theRow<ShopOrderRow, NewShopOrder>(
  `INSERT INTO shop_order (id, player_id, product_id, order_no, texts, picture, quantity, unit_cents,
     cost_cents, bonus_cents)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   RETURNING id, order_no, player_id, product_id, picture, texts, quantity, unit_cents, cost_cents,
     bonus_cents, status, bought_at, ended_at, reason`,
  [
    "id",
    "player_id",
    "product_id",
    "order_no",
    "texts",
    "picture",
    "quantity",
    "unit_cents",
    "cost_cents",
    "bonus_cents",
  ],
);

/** One page of what a player bought, newest first. Served by shop_order_player. */
export const listPlayerOrders = manyRows<
  ShopOrderRow,
  { before: string | undefined; limit: number },
  [playerId: string]
>(
  `SELECT id, order_no, player_id, product_id, picture, texts, quantity, unit_cents, cost_cents,
       bonus_cents, status, bought_at, ended_at, reason
     FROM shop_order WHERE player_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
  ["before", "limit"],
);

/** Everybody's orders. Served by shop_order_status or the primary key. */
export const listAllOrders = sortedRows<
  OperatorShopOrderRow,
  { status: ShopOrderStatus | undefined },
  (typeof SHOP_ORDER_SORTS)[number]
>(
  {
    id: "o.id",
    keys: { at: "id", cost: { sql: "o.cost_cents", type: "bigint", as: "cost_cents" } },
    standard: "-at",
  },
  ["status"],
  ({
    after,
    order,
  }) => `SELECT o.id, o.order_no, o.player_id, o.product_id, o.picture, o.texts, o.quantity, o.unit_cents,
       o.cost_cents, o.bonus_cents, o.status, o.bought_at, o.ended_at, o.reason, p.user_name,
       d.user_name AS ended_by
     FROM shop_order o JOIN player p ON p.id = o.player_id LEFT JOIN operator d ON d.id = o.ended_by
     WHERE ($1::text IS NULL OR o.status = $1) AND ${after} ${order}`,
);

/** How many orders wait to be handed over. Served by shop_order_status. */
export const countWaiting = theValue<number>(
  "SELECT count(*)::integer AS waiting FROM shop_order WHERE status = 'paid'",
);

/** Whose order it is, or null. It never changes, so it is read before the lock is taken. */
export const findBuyer = oneValue<string, [orderId: string]>(
  "SELECT player_id FROM shop_order WHERE id = $1",
);

/** One order as the console shows it, or null. The caller holds the player's lock when it decides. */
export const readOrder = oneRow<
  OperatorShopOrderRow,
  [orderId: string]
>(`SELECT o.id, o.order_no, o.player_id, o.product_id, o.picture, o.texts, o.quantity, o.unit_cents,
       o.cost_cents, o.bonus_cents, o.status, o.bought_at, o.ended_at, o.reason, p.user_name,
       d.user_name AS ended_by
     FROM shop_order o JOIN player p ON p.id = o.player_id LEFT JOIN operator d ON d.id = o.ended_by
     WHERE o.id = $1`);

/** Ends an order that is paid. The caller holds the player's lock and saw that it is. */
export const endOrder = command<{
  id: string;
  status: "handed_over" | "refunded";
  by: string;
  reason: string | null;
}>(
  `UPDATE shop_order SET status = $2, ended_at = club_now_ms(), ended_by = $3, reason = $4 WHERE id = $1`,
  ["id", "status", "by", "reason"],
);

export interface ProductForm {
  readonly kind: "goods" | "day";
  readonly picture: ProductPicture;
  readonly texts: ProductTexts;
  readonly priceCents: bigint;
  readonly happensAt: string | null;
}

export const insertProduct = command<ProductForm & { id: string; stock: number }>(
  `INSERT INTO product (id, kind, picture, texts, price_cents, stock, happens_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  ["id", "kind", "picture", "texts", "priceCents", "stock", "happensAt"],
);

/** Changes a product; false when it is no longer at the version that was read. */
export const updateProduct = changesOne<ProductForm & { id: string; version: number }>(
  `UPDATE product SET kind = $3, picture = $4, texts = $5, price_cents = $6, happens_at = $7,
     version = version + 1
   WHERE id = $1 AND version = $2`,
  ["id", "version", "kind", "picture", "texts", "priceCents", "happensAt"],
);

export const setStatus = command<[id: string, status: ProductStatus]>(
  "UPDATE product SET status = $2 WHERE id = $1",
);
