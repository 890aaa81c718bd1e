import { Refusal, reversed, shopOrderPaid } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { refuseOwnPlayer } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { endOrder as endRow, findBuyer, moveStock, readOrder } from "./shop.queries.ts";
import type { OperatorShopOrderRow } from "./shop.queries.ts";

export interface OrderEnd {
  readonly orderId: string;
  readonly status: "handed_over" | "refunded";
  readonly reason: string | null;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Hands an order over, or refunds it: the money to where it came from, the goods to the stock. A
 * repeat answers what stands; an order that ended the other way is refused.
 *
 * @throws not_found, shop.order_state, money.same_person
 */
export async function endOrder(ctx: AppContext, end: OrderEnd): Promise<OperatorShopOrderRow> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const playerId = await findBuyer(tx, end.orderId);
    if (playerId === null) throw new Refusal("not_found");
    await lockPlayer(tx, playerId);
    await refuseOwnPlayer(tx, end.operator.id, playerId);
    const before = await read(tx, end.orderId);
    if (before.status === end.status) return before;
    if (before.status !== "paid") throw new Refusal("shop.order_state", { status: before.status });
    await endRow(tx, {
      id: before.id,
      status: end.status,
      by: end.operator.id,
      reason: end.reason,
    });
    if (end.status === "refunded") await giveBack(tx, before);
    const after = await read(tx, end.orderId);
    await audit(tx, {
      action: end.status === "refunded" ? "shop.refund" : "shop.hand_over",
      operator: end.operator,
      request: end.request,
      target: before.id,
      before: { status: before.status },
      after: { status: after.status, cost_cents: after.cost_cents, player_id: playerId },
      reason: end.reason ?? undefined,
    });
    return after;
  });
}

async function giveBack(tx: Connection, order: OperatorShopOrderRow): Promise<void> {
  const { id, player_id: playerId, cost_cents: cost, bonus_cents: bonus } = order;
  const entryId = await bookEntry(tx, {
    kind: "shop_return",
    cause: `shop:${id}:return`,
    reference: order.order_no,
    postings: reversed(shopOrderPaid(playerId, cost - bonus, bonus)),
  });
  if (entryId === null) throw new Error("an order that is paid was given back already");
  await moveStock(tx, order.product_id, order.quantity);
  const wallet = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents: wallet.cash_cents, entryIds: [entryId] });
}

async function read(tx: Connection, orderId: string): Promise<OperatorShopOrderRow> {
  const row = await readOrder(tx, orderId);
  if (row === null) throw new Refusal("not_found");
  return row;
}
