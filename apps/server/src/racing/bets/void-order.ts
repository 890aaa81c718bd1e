import type { DataOf, voidOrder as voidCall } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  defineApproval,
  refuseOwnPlayer,
  requestApproval,
} from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { wireCents } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { tellRace } from "../races/race-act.ts";
import { lockRaces } from "../races/race-locks.ts";
import { hasOpenRefunds } from "../refunds/refund-jobs.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";

export interface VoidOrder {
  readonly orderId: string;
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export type VoidedOrder = DataOf<typeof voidCall>;

/**
 * Cancels a bet none of whose pools is settled: the live part of its cost is refunded, and it
 * leaves its pools. With four eyes a racing bet waits for a second operator. Repeating it changes
 * nothing.
 *
 * @returns null for anything but a racing bet: sports orders have their own way.
 * @throws order.settled, settlement.waits, money.same_person
 */
export async function voidOrder(ctx: AppContext, asked: VoidOrder): Promise<VoidedOrder | null> {
  const orderId = knownId(asked.orderId);
  const found = await readOrder(ctx.db.operators, orderId);
  if (found === null) return null;
  await payRefundsInline(ctx, found.race_id);
  const done = await withTransaction(ctx.db.operators, async (tx): Promise<VoidedOrder> => {
    await lockOrder(tx, found);
    await refuseOwnPlayer(tx, asked.operator.id, found.player_id);
    const before = await requireVoidable(tx, orderId);
    const answer = { order_id: orderId, approval_id: null };
    if (before.status === "void") {
      return { ...answer, status: "void", refund_cents: wireCents(before.refund_cents) };
    }
    if (ctx.settings.fourEyes) {
      return {
        ...answer,
        status: "pending",
        refund_cents: 0,
        approval_id: await ask(tx, asked, before),
      };
    }
    const cents = await cancel(tx, before, asked);
    await audit(tx, {
      action: "order.void",
      operator: asked.operator,
      request: asked.request,
      target: orderId,
      before: { status: before.status },
      after: { status: "void", refund_cents: cents },
      reason: asked.reason,
    });
    return { ...answer, status: "void", refund_cents: wireCents(before.refund_cents + cents) };
  });
  forgetPublicRaces(ctx, found.race_id);
  return done;
}

interface OrderRow {
  readonly id: string;
  readonly player_id: string;
  readonly user_name: string;
  readonly race_id: string;
  readonly races: readonly string[];
  readonly pools: readonly string[];
  readonly status: string;
  readonly cost_cents: bigint;
  readonly refund_cents: bigint;
  readonly is_planned: boolean;
}

/** By primary keys. */
const readOrder = oneRow<OrderRow, [id: string]>(`
  SELECT b.id, b.player_id, p.user_name, b.race_id,
    (SELECT array_agg(w.race_id) FROM race_of_pool w WHERE w.pool_id = b.pool_id) AS races, array_remove(ARRAY[b.pool_id, b.pool_id2], NULL) AS pools,
    b.status, b.cost_cents, b.refund_cents,
    EXISTS (SELECT FROM settlement s WHERE s.pool_id IN (b.pool_id, b.pool_id2)) AS is_planned
  FROM bet_view b JOIN player p ON p.id = b.player_id WHERE b.id = $1`);

/** Locks the races exclusively, as for a scratching: nothing is planned or refunded meanwhile. */
async function lockOrder(tx: Queryable, { races }: OrderRow): Promise<void> {
  await lockRaces(tx, { exclusive: races });
}

/** @throws not_found, order.settled, settlement.waits - its pools are being refunded. */
async function requireVoidable(tx: Queryable, id: string): Promise<OrderRow> {
  const order = await readOrder(tx, id);
  if (order === null) throw new Refusal("not_found");
  if (order.status === "void") return order;
  if (order.status !== "accepted" || order.is_planned) {
    throw new Refusal("order.settled", { status: order.status });
  }
  if (await hasOpenRefunds(tx, order.pools)) {
    throw new Refusal("settlement.waits", { race_id: order.race_id });
  }
  return order;
}

async function cancel(
  tx: Queryable,
  order: OrderRow,
  by: { readonly reason: string; readonly operator: { readonly id: string } },
): Promise<bigint> {
  const { rows } = await tx.query<{ cents: bigint | null }>(
    "SELECT void_bet($1, $2, $3, $4) AS cents",
    [order.id, newId(), by.reason, by.operator.id],
  );
  const cents = rows[0]?.cents ?? null;
  if (cents === null) throw new Refusal("order.settled", { status: order.status });
  await tellRace(tx, order.race_id);
  return cents;
}

async function ask(tx: Queryable, asked: VoidOrder, order: OrderRow): Promise<string> {
  return await requestApproval(tx, {
    kind: "order.void",
    playerId: order.player_id,
    target: order.id,
    payload: {
      cost_cents: wireCents(order.cost_cents),
      refund_cents: wireCents(order.cost_cents - order.refund_cents),
    },
    reason: asked.reason,
    operator: asked.operator,
    ...(asked.request === undefined ? {} : { request: asked.request }),
  });
}

/** A cancellation that waits for a second operator: everything is checked again when it happens. */
export const voidApproval = defineApproval({
  kind: "order.void",
  roles: ["risk", "results_clerk"],
  /** Shown to whoever decides. */
  payload: z.object({ cost_cents: z.int(), refund_cents: z.int() }),
  lock: async (tx, asked) => {
    const order = await readOrder(tx, asked.target);
    if (order === null) throw new Refusal("not_found");
    await lockOrder(tx, order);
  },
  carryOut: async (tx, asked) => {
    const order = await requireVoidable(tx, asked.target);
    if (order.status === "void") return { order_id: order.id, refund_cents: 0 };
    const by = { reason: asked.reason ?? "-", operator: { id: asked.requestedBy } };
    const cents = await cancel(tx, order, by);
    return { order_id: order.id, refund_cents: wireCents(cents) };
  },
});
