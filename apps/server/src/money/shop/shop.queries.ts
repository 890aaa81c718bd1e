import type { ProductPicture, ProductStatus, ProductTexts, ShopOrderStatus } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

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
export async function listPublished(db: Queryable, playerId: string): Promise<OfferRow[]> {
  const { rows } = await db.query<OfferRow>(
    `SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version, 0 AS sold,
       w.player_id IS NOT NULL AS is_wished, w.back_at
     FROM product p LEFT JOIN product_wish w ON w.product_id = p.id AND w.player_id = $1
     WHERE p.status = 'published' AND (p.happens_at IS NULL OR p.happens_at > club_now())
     ORDER BY p.kind DESC, p.happens_at, p.id LIMIT 200`,
    [playerId],
  );
  return rows;
}

const ADD_WISH = `
  INSERT INTO product_wish (player_id, product_id)
  SELECT $1, id FROM product WHERE id = $2 AND status = 'published' AND stock = 0
  ON CONFLICT (player_id, product_id) DO UPDATE SET wished_at = excluded.wished_at, back_at = NULL`;

/** Adds a wish; only for what is sold out. */
export async function addWish(db: Queryable, playerId: string, productId: string): Promise<void> {
  await db.query(ADD_WISH, [playerId, productId]);
}

export async function dropWish(db: Queryable, playerId: string, productId: string): Promise<void> {
  await db.query("DELETE FROM product_wish WHERE player_id = $1 AND product_id = $2", [
    playerId,
    productId,
  ]);
}

/** All products with what was sold of each, the newest first. A shop has few. */
export async function listAll(db: Queryable): Promise<ProductRow[]> {
  const { rows } = await db.query<ProductRow>(
    `SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version,
       coalesce((SELECT sum(o.quantity) FROM shop_order o
         WHERE o.product_id = p.id AND o.status <> 'refunded'), 0)::integer AS sold
     FROM product p ORDER BY p.id DESC LIMIT 500`,
  );
  return rows;
}

/** One product with what was sold of it, or null. */
export async function readProduct(db: Queryable, id: string): Promise<ProductRow | null> {
  const { rows } = await db.query<ProductRow>(
    `SELECT p.id, p.kind, p.picture, p.texts, p.price_cents, p.stock, p.happens_at, p.status, p.version,
       coalesce((SELECT sum(o.quantity) FROM shop_order o
         WHERE o.product_id = p.id AND o.status <> 'refunded'), 0)::integer AS sold
     FROM product p WHERE p.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Takes from the stock: the row's own lock and condition keep two buyers from getting the same
 * item. Null: not published, over, or too few left. The caller holds the player's lock.
 */
export async function takeFromStock(
  tx: Queryable,
  id: string,
  quantity: number,
): Promise<ProductRow | null> {
  const { rows } = await tx.query<ProductRow>(
    `UPDATE product SET stock = stock - $2
     WHERE id = $1 AND status = 'published' AND stock >= $2 AND (happens_at IS NULL OR happens_at > club_now())
     RETURNING id, kind, picture, texts, price_cents, stock, happens_at, status, version, 0 AS sold`,
    [id, quantity],
  );
  return rows[0] ?? null;
}

/** Adds to the stock or takes from it. Null: no such product, or it would go below zero. */
export async function moveStock(
  tx: Queryable,
  id: string,
  change: number,
): Promise<{ stock: number } | null> {
  const { rows } = await tx.query<{ stock: number }>(
    "UPDATE product SET stock = stock + $2 WHERE id = $1 AND stock + $2 >= 0 RETURNING stock",
    [id, change],
  );
  return rows[0] ?? null;
}

export type NewShopOrder = Omit<ShopOrderRow, "status" | "bought_at" | "ended_at" | "reason">;

/** Adds an order. The caller holds the player's lock, took the stock and books the entry. */
export async function insertOrder(tx: Queryable, row: NewShopOrder): Promise<ShopOrderRow> {
  const { rows } = await tx.query<ShopOrderRow>(
    `INSERT INTO shop_order (id, player_id, product_id, order_no, texts, picture, quantity, unit_cents,
       cost_cents, bonus_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING id, order_no, player_id, product_id, picture, texts, quantity, unit_cents, cost_cents,
       bonus_cents, status, bought_at, ended_at, reason`,
    [
      row.id,
      row.player_id,
      row.product_id,
      row.order_no,
      JSON.stringify(row.texts),
      row.picture,
      row.quantity,
      row.unit_cents,
      row.cost_cents,
      row.bonus_cents,
    ],
  );
  const [added] = rows;
  if (added === undefined) throw new Error("an insert returns its row");
  return added;
}

/** One page of what a player bought, newest first. Served by shop_order_player. */
export async function listPlayerOrders(
  db: Queryable,
  playerId: string,
  page: { before: string | undefined; limit: number },
): Promise<ShopOrderRow[]> {
  const { rows } = await db.query<ShopOrderRow>(
    `SELECT id, order_no, player_id, product_id, picture, texts, quantity, unit_cents, cost_cents,
       bonus_cents, status, bought_at, ended_at, reason
     FROM shop_order WHERE player_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [playerId, page.before ?? null, page.limit],
  );
  return rows;
}

/** One page of everybody's orders, newest first. Served by shop_order_status or the primary key. */
export async function listAllOrders(
  db: Queryable,
  page: { status: ShopOrderStatus | undefined; before: string | undefined; limit: number },
): Promise<OperatorShopOrderRow[]> {
  const { rows } = await db.query<OperatorShopOrderRow>(
    `SELECT o.id, o.order_no, o.player_id, o.product_id, o.picture, o.texts, o.quantity, o.unit_cents,
       o.cost_cents, o.bonus_cents, o.status, o.bought_at, o.ended_at, o.reason, p.user_name,
       d.user_name AS ended_by
     FROM shop_order o JOIN player p ON p.id = o.player_id LEFT JOIN operator d ON d.id = o.ended_by
     WHERE ($1::text IS NULL OR o.status = $1) AND ($2::uuid IS NULL OR o.id < $2)
     ORDER BY o.id DESC LIMIT $3`,
    [page.status ?? null, page.before ?? null, page.limit],
  );
  return rows;
}

/** How many orders wait to be handed over. Served by shop_order_status. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    "SELECT count(*)::integer AS waiting FROM shop_order WHERE status = 'paid'",
  );
  return rows[0]?.waiting ?? 0;
}

/** Whose order it is, or null. It never changes, so it is read before the lock is taken. */
export async function findBuyer(tx: Queryable, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ player_id: string }>(
    "SELECT player_id FROM shop_order WHERE id = $1",
    [orderId],
  );
  return rows[0]?.player_id ?? null;
}

/** One order as the console shows it, or null. The caller holds the player's lock when it decides. */
export async function readOrder(
  tx: Queryable,
  orderId: string,
): Promise<OperatorShopOrderRow | null> {
  const { rows } = await tx.query<OperatorShopOrderRow>(
    `SELECT o.id, o.order_no, o.player_id, o.product_id, o.picture, o.texts, o.quantity, o.unit_cents,
       o.cost_cents, o.bonus_cents, o.status, o.bought_at, o.ended_at, o.reason, p.user_name,
       d.user_name AS ended_by
     FROM shop_order o JOIN player p ON p.id = o.player_id LEFT JOIN operator d ON d.id = o.ended_by
     WHERE o.id = $1`,
    [orderId],
  );
  return rows[0] ?? null;
}

/** Ends an order that is paid. The caller holds the player's lock and saw that it is. */
export async function endOrder(
  tx: Queryable,
  end: { id: string; status: "handed_over" | "refunded"; by: string; reason: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE shop_order SET status = $2, ended_at = club_now_ms(), ended_by = $3, reason = $4 WHERE id = $1`,
    [end.id, end.status, end.by, end.reason],
  );
}

export interface ProductForm {
  readonly kind: "goods" | "day";
  readonly picture: ProductPicture;
  readonly texts: ProductTexts;
  readonly priceCents: bigint;
  readonly happensAt: string | null;
}

export async function insertProduct(
  tx: Queryable,
  row: ProductForm & { id: string; stock: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO product (id, kind, picture, texts, price_cents, stock, happens_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      row.id,
      row.kind,
      row.picture,
      JSON.stringify(row.texts),
      row.priceCents,
      row.stock,
      row.happensAt,
    ],
  );
}

/** Changes a product; false when it is no longer at the version that was read. */
export async function updateProduct(
  tx: Queryable,
  row: ProductForm & { id: string; version: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE product SET kind = $3, picture = $4, texts = $5, price_cents = $6, happens_at = $7,
       version = version + 1
     WHERE id = $1 AND version = $2`,
    [
      row.id,
      row.version,
      row.kind,
      row.picture,
      JSON.stringify(row.texts),
      row.priceCents,
      row.happensAt,
    ],
  );
  return rowCount === 1;
}

export async function setStatus(tx: Queryable, id: string, status: ProductStatus): Promise<void> {
  await tx.query("UPDATE product SET status = $2 WHERE id = $1", [id, status]);
}
