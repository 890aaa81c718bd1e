import { randomInt } from "node:crypto";
import type { ShopOrder } from "@club/contract";
import { Refusal, shopOrderPaid } from "@club/domain";
import type { Language } from "@club/i18n";
import type { AppContext } from "../../core/context.ts";
import type { Connection } from "../../core/db/connection.ts";
import { newId } from "../../core/kit/ids.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { requireMayPlay } from "../../people/protection/require-may-play.ts";
import { runOnce } from "../wallet/idempotent.ts";
import type { OnceAnswer } from "../wallet/idempotent.ts";
import type { WalletRow } from "../../people/player-lock/lock-player.ts";
import { dropWish, insertOrder, readProduct, takeFromStock } from "./shop.queries.ts";
import type { ProductRow } from "./shop.queries.ts";
import { toShopOrder } from "./shop.wire.ts";

export interface Purchase {
  readonly playerId: string;
  readonly idempotencyKey: string;
  readonly productId: string;
  readonly quantity: number;
  /** The price that the player saw; only compared. */
  readonly priceCents: bigint;
  readonly language: Language;
}

export type Bought = ShopOrder & { balance_cents: number };

/**
 * Buys in one transaction, once per key: takes the goods from the stock, the price from the bonus
 * and the rest from cash.
 *
 * @throws not_found, shop.sold_out, shop.price_changed, funds.insufficient, idempotency.mismatch,
 * and what `requireMayPlay` refuses with
 */
export async function buyProduct(ctx: AppContext, purchase: Purchase): Promise<OnceAnswer<Bought>> {
  const { playerId, idempotencyKey, productId, quantity, priceCents } = purchase;
  const call = {
    playerId,
    key: idempotencyKey,
    kind: "shop",
    body: { product_id: productId, quantity, price_cents: priceCents },
  };
  return await runOnce(ctx.db.money, call, async (tx, wallet) => {
    await requireMayPlay(tx, playerId);
    const product = await takeProduct(tx, purchase);
    return await pay(tx, { purchase, wallet, product });
  });
}

async function takeProduct(tx: Connection, purchase: Purchase): Promise<ProductRow> {
  const { productId, quantity, priceCents } = purchase;
  const taken = await takeFromStock(tx, productId, quantity);
  const found = taken ?? (await readProduct(tx, productId));
  if (found?.status !== "published") throw new Refusal("not_found");
  if (found.price_cents !== priceCents) {
    throw new Refusal("shop.price_changed", { price_cents: found.price_cents });
  }
  if (taken === null) throw new Refusal("shop.sold_out", { left: found.stock });
  await dropWish(tx, purchase.playerId, productId);
  return taken;
}

async function pay(
  tx: Connection,
  asked: { purchase: Purchase; wallet: WalletRow; product: ProductRow },
): Promise<Bought> {
  const { purchase, wallet, product } = asked;
  const { playerId, quantity } = purchase;
  const costCents = product.price_cents * BigInt(quantity);
  const bonusCents = wallet.bonus_cents < costCents ? wallet.bonus_cents : costCents;
  const cashCents = costCents - bonusCents;
  if (wallet.cash_cents < cashCents) {
    throw new Refusal("funds.insufficient", { balance_cents: wallet.cash_cents });
  }
  const order = await insertOrder(tx, {
    id: newId(),
    order_no: newOrderNo(),
    player_id: playerId,
    product_id: product.id,
    picture: product.picture,
    texts: product.texts,
    quantity,
    unit_cents: product.price_cents,
    cost_cents: costCents,
    bonus_cents: bonusCents,
  });
  const entryId = await bookEntry(tx, {
    kind: "shop_order",
    cause: `shop:${order.id}:buy`,
    reference: order.order_no,
    postings: shopOrderPaid(playerId, cashCents, bonusCents),
  });
  if (entryId === null) throw new Error("a new order has an entry already");
  const balanceCents = wallet.cash_cents - cashCents;
  await tellWallet(tx, playerId, { balanceCents, entryIds: [entryId] });
  await tx.query("SELECT tell('operator', 'queue', $1)", [JSON.stringify({ queue: "shop" })]);
  return { ...toShopOrder(order, purchase.language), balance_cents: Number(balanceCents) };
}

const NUMBERS = 10 ** 8;
const HALF = 4;

/** "S 4011 7093": said at the counter. Random; the database refuses a duplicate. */
function newOrderNo(): string {
  const digits = randomInt(NUMBERS)
    .toString()
    .padStart(HALF * 2, "0");
  return `S ${digits.slice(0, HALF)} ${digits.slice(HALF)}`;
}
