import type { BankLineView } from "@club/contract";
import { bankBooked, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { bookEntry } from "../ledger/book-entry.ts";
import { audit } from "../../desk/operators/audit.ts";
import { decideTopUp } from "../top-ups/decide-top-up.ts";
import { payPayout } from "../withdrawals/pay-payout-file.ts";
import { payWithdrawal } from "../withdrawals/decide-withdrawal.ts";
import {
  isTargetTaken,
  joinLine,
  lockLine,
  readLine,
  readTargets,
  reopenLine,
  writeExplanation,
} from "./bank-lines.queries.ts";
import type { BankLineRow, MatchKind } from "./bank-lines.queries.ts";

export interface LineAct {
  readonly lineId: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface LineMatch extends LineAct {
  readonly kind: MatchKind;
  readonly targetId: string;
}

/**
 * Matches a movement to a top-up, withdrawal or payout file: approves the first, marks the others
 * as paid, and joins the two, in one transaction; a file's withdrawals are then paid one by one.
 * What was already approved by hand is only joined. A repeat changes nothing.
 *
 * @throws not_found, bank.line_state, bank.target_taken, bank.amount_differs, and what approving or
 * paying refuses
 */
export async function matchLine(ctx: AppContext, match: LineMatch): Promise<"matched"> {
  const line = await readLine(ctx.db.operators, match.lineId);
  if (line === null) throw new Refusal("not_found");
  if (line.status === "matched" && line.target_id === match.targetId) return "matched";
  if (line.status !== "open") throw stateRefusal(line);
  const also = async (tx: Connection): Promise<void> => await join(tx, match);
  const { operator, request } = match;
  const act = { operator, reason: null, ...(request === undefined ? {} : { request }) };
  switch (match.kind) {
    case "top_up":
      await decideTopUp(ctx, { ...act, topUpId: match.targetId, status: "approved", also });
      break;
    case "withdrawal":
      await payWithdrawal(ctx, { ...act, withdrawalId: match.targetId, also });
      break;
    case "payout_file":
      await payPayout(ctx, { ...act, fileId: match.targetId, also });
  }
  return "matched";
}

async function requireFits(tx: Connection, match: LineMatch): Promise<void> {
  const line = await lockLine(tx, match.lineId);
  if (line === null) throw new Refusal("not_found");
  if (line.status !== "open") throw stateRefusal(line);
  const [target] = await readTargets(tx, [match.targetId]);
  if (target?.kind !== match.kind) throw new Refusal("not_found");
  if (target.amount_cents !== line.amount_cents) throw new Refusal("bank.amount_differs");
  if (await isTargetTaken(tx, match.targetId)) throw new Refusal("bank.target_taken");
}

async function join(tx: Connection, match: LineMatch): Promise<void> {
  // Another operator may have made the same match meanwhile.
  const line = await lockLine(tx, match.lineId);
  if (line?.status === "matched" && line.target_id === match.targetId) return;
  await requireFits(tx, match);
  const { lineId, kind, targetId, operator } = match;
  await joinLine(tx, { lineId, kind, targetId, by: operator.id });
  await audit(tx, {
    action: "bank.match",
    operator,
    target: lineId,
    after: { kind, target: targetId },
  });
}

export interface LineExplanation extends LineAct {
  readonly kind: NonNullable<BankLineView["kind"]>;
  readonly note: string;
  /** It is also posted, between bank and adjustments. */
  readonly isBooked: boolean;
}

/**
 * Explains a movement that belongs to no player. With four eyes on, booking it needs a second
 * operator.
 *
 * @throws not_found, bank.line_state
 */
export async function explainLine(
  ctx: AppContext,
  said: LineExplanation,
): Promise<{ status: "explained" | "booked" | "pending"; approvalId: string | null }> {
  const { lineId, kind, note, operator, request } = said;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const line = await openLine(tx, lineId);
    const asked = request === undefined ? {} : { request };
    if (said.isBooked && ctx.settings.fourEyes) {
      const approvalId = await requestApproval(tx, {
        kind: "bank_line",
        playerId: null,
        target: lineId,
        payload: { kind, note, amount_cents: Number(line.amount_cents) },
        reason: note,
        operator,
        ...asked,
      });
      return { status: "pending", approvalId };
    }
    const status = said.isBooked ? "booked" : "explained";
    if (said.isBooked) await bookLine(tx, line);
    await writeExplanation(tx, { lineId, status, kind, note, by: operator.id });
    await audit(tx, {
      action: `bank.${said.isBooked ? "book" : "explain"}`,
      operator,
      ...asked,
      target: lineId,
      after: { kind, amount_cents: line.amount_cents },
      reason: note,
    });
    return { status, approvalId: null };
  });
}

/** A movement to be booked that waits for a second operator. */
export const bankLineApproval = defineApproval({
  kind: "bank_line",
  roles: ["cashier"],
  payload: z.object({
    kind: z.enum(["fee", "interest", "own_transfer", "other"]),
    note: z.string(),
    amount_cents: z.int(),
  }),
  lock: async () => await Promise.resolve(),
  carryOut: async (tx, asked) => {
    const line = await openLine(tx, asked.target);
    await bookLine(tx, line);
    const { kind, note } = asked.payload;
    const lineId = line.id;
    await writeExplanation(tx, { lineId, status: "booked", kind, note, by: asked.requestedBy });
    return { line_id: lineId, status: "booked" };
  },
});

async function bookLine(tx: Connection, line: BankLineRow): Promise<void> {
  const entryId = await bookEntry(tx, {
    kind: "bank_adjustment",
    cause: `bank:${line.id}:book`,
    reference: line.reference === "" ? null : line.reference,
    postings: bankBooked(line.amount_cents),
  });
  if (entryId === null) throw new Error("an open movement has no entry");
  await tx.query("SELECT tell('operator', 'queue', $1, $2::uuid[])", [
    JSON.stringify({ queue: "bank" }),
    [entryId],
  ]);
}

/**
 * Undoes a match or an explanation: the top-up stays approved and the withdrawal paid, but both are
 * on no statement again. What was booked is not undone.
 *
 * @throws not_found, bank.line_state
 */
export async function reopen(ctx: AppContext, act: LineAct & { reason: string }): Promise<"open"> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    const line = await lockLine(tx, act.lineId);
    if (line === null) throw new Refusal("not_found");
    if (line.status === "booked") throw stateRefusal(line);
    if (line.status !== "open") await reopenLine(tx, line.id);
    await audit(tx, {
      action: "bank.reopen",
      operator: act.operator,
      request: act.request,
      target: line.id,
      before: { status: line.status, target: line.target_id, note: line.note },
      reason: act.reason,
    });
    return "open" as const;
  });
}

export async function openLine(tx: Connection, id: string): Promise<BankLineRow> {
  const line = await lockLine(tx, id);
  if (line === null) throw new Refusal("not_found");
  if (line.status !== "open") throw stateRefusal(line);
  return line;
}

function stateRefusal(line: BankLineRow): Refusal {
  return new Refusal("bank.line_state", {
    status: line.status,
    by: line.decided_by,
    at: line.decided_at?.toISOString() ?? null,
  });
}
