import { HOUSE_ADJUSTMENT_KINDS } from "@club/contract";
import type { HouseAdjustmentKind } from "@club/contract";
import { HOUSE_ADJUSTABLE, houseAdjusted, Refusal } from "@club/domain";
import type { HouseAdjustable } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { defineApproval, requestApproval } from "../approvals/approvals.ts";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import type { Connection } from "../db/connection.ts";
import { bookEntry } from "./book-entry.ts";

export interface HouseAdjustment {
  readonly kind: HouseAdjustmentKind;
  readonly from: HouseAdjustable;
  readonly to: HouseAdjustable;
  readonly amountCents: bigint;
  readonly reason: string;
}

/**
 * Asks for a movement between two accounts of the house. It always waits for a second operator: no
 * bet, bank or player stands behind it, so two people do.
 *
 * @throws adjust.same_account
 */
export async function askHouseAdjustment(
  ctx: AppContext,
  asked: HouseAdjustment & {
    readonly operator: { readonly id: string };
    readonly request: FastifyRequest;
  },
): Promise<string> {
  const { kind, from, to, amountCents, reason, operator, request } = asked;
  if (from === to) throw new Refusal("adjust.same_account", { field: "to" });
  return await withTransaction(ctx.db.operators, async (tx) =>
    requestApproval(tx, {
      kind: "ledger.adjust",
      playerId: null,
      target: `${from} ${to}`,
      payload: { kind, from, to, amount_cents: Number(amountCents), reason },
      reason,
      operator,
      request,
    }),
  );
}

/** A movement between accounts of the house that waited for its second operator. */
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
