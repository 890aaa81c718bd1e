import { HOUSE_ADJUSTMENT_KINDS } from "@club/contract";
import type { HouseAdjustmentKind } from "@club/contract";
import { canonicalJson, HOUSE_ADJUSTABLE, houseAdjusted, Refusal } from "@club/domain";
import type { CanonicalValue, HouseAdjustable } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry } from "../ledger/book-entry.ts";

export interface HouseAdjustment {
  readonly kind: HouseAdjustmentKind;
  readonly from: HouseAdjustable;
  readonly to: HouseAdjustable;
  readonly amountCents: bigint;
  readonly reason: string;
}

/**
 * Requests a transfer between two accounts of the house. It always needs a second operator, since
 * no bet, bank line or player confirms it. A repeated key makes one request.
 *
 * @throws adjust.same_account, idempotency.mismatch for a key of another movement
 */
export async function askHouseAdjustment(
  ctx: AppContext,
  asked: HouseAdjustment & {
    readonly operator: { readonly id: string };
    readonly request: FastifyRequest;
    readonly idempotencyKey: string | null;
  },
): Promise<{ approvalId: string; isReplay: boolean }> {
  const { kind, from, to, amountCents, reason, operator, request, idempotencyKey: key } = asked;
  if (from === to) throw new Refusal("adjust.same_account", { field: "to" });
  const movement = { kind, from, to, amount_cents: Number(amountCents), reason };
  return await withTransaction(ctx.db.operators, async (tx) => {
    const known = key === null ? null : await findAsked(tx, operator.id, key);
    if (known !== null) {
      const { key: _, ...before } = known.payload;
      if (canonicalJson(before) !== canonicalJson(movement)) {
        throw new Refusal("idempotency.mismatch");
      }
      return { approvalId: known.id, isReplay: true };
    }
    const approvalId = await requestApproval(tx, {
      kind: "ledger.adjust",
      playerId: null,
      target: `${from} ${to}`,
      payload: { ...movement, ...(key !== null && { key }) },
      reason,
      operator,
      request,
    });
    return { approvalId, isReplay: false };
  });
}

/** What an operator asked for with a key; a second request with the key waits. */
async function findAsked(
  tx: Connection,
  operatorId: string,
  key: string,
): Promise<{ id: string; payload: Record<string, CanonicalValue> } | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 12))", [
    `${operatorId} ${key}`,
  ]);
  const { rows } = await tx.query<{ id: string; payload: Record<string, CanonicalValue> }>(
    `SELECT id, payload FROM approval
     WHERE kind = 'ledger.adjust' AND requested_by = $1 AND payload ->> 'key' = $2`,
    [operatorId, key],
  );
  return rows[0] ?? null;
}

/** A movement between accounts of the house that waits for its second operator. */
export const houseAdjustApproval = defineApproval({
  kind: "ledger.adjust",
  roles: ["cashier"],
  payload: z.object({
    kind: z.enum(HOUSE_ADJUSTMENT_KINDS),
    from: z.enum(HOUSE_ADJUSTABLE),
    to: z.enum(HOUSE_ADJUSTABLE),
    amount_cents: z.int().min(1),
    reason: z.string(),
  }),
  lock: async () => await Promise.resolve(),
  carryOut: async (tx, { id, payload, requestedBy, decidedBy }) => {
    const { amount_cents: cents, ...rest } = payload;
    const adjustment = { ...rest, amountCents: BigInt(cents) };
    const entryId = await book(tx, id, adjustment);
    await tx.query(
      `INSERT INTO house_adjustment (approval_id, entry_id, kind, from_account, to_account, amount_cents, reason, asked_by, approved_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        entryId,
        payload.kind,
        payload.from,
        payload.to,
        cents,
        payload.reason,
        requestedBy,
        decidedBy,
      ],
    );
    return { entry_id: entryId };
  },
});

async function book(tx: Connection, approvalId: string, of: HouseAdjustment): Promise<string> {
  const entryId = await bookEntry(tx, {
    kind: "house_adjustment",
    cause: `house:${approvalId}`,
    reference: of.kind,
    postings: houseAdjusted(of.from, of.to, of.amountCents),
  });
  if (entryId === null) throw new Error("an approval that waits has no entry");
  await tx.query("SELECT tell('operator', 'queue', $1, $2::uuid[])", [
    JSON.stringify({ queue: "ledger" }),
    [entryId],
  ]);
  return entryId;
}
