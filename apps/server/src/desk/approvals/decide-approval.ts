import type { Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../operators/audit.ts";
import { decideApproval, findApproval, lockApproval } from "./approvals.queries.ts";
import type { ApprovalRow } from "./approvals.queries.ts";
import { refuseOwnPlayer } from "./approvals.ts";
import type { ApprovalKind, Asked } from "./approvals.ts";

export interface ApprovalDecision {
  readonly approvalId: string;
  readonly status: "approved" | "rejected";
  readonly operator: { readonly id: string; readonly roles: readonly Role[] };
  readonly note: string | null;
  readonly request?: FastifyRequest;
}

/**
 * A second operator decides on what another one asked for. If approved, it happens in this
 * transaction.
 *
 * @throws not_found, approval.same_person for the one who asked, operator.not_allowed for a role
 *   without the right, money.same_person, approval.state when it was decided before, and any
 *   refusal of carrying it out
 */
export async function decide(
  ctx: AppContext,
  decision: ApprovalDecision,
): Promise<Record<string, unknown>> {
  const { kind, row, result } = await withTransaction(ctx.db.operators, async (tx) => {
    const seen = await findApproval(tx, decision.approvalId);
    if (seen === null) throw new Refusal("not_found");
    const kind = kindOf(ctx, seen);
    checkRight(seen, kind, decision);
    if (decision.status === "approved") await kind.lock(tx, askedOf(seen, decision));
    const row = await lockApproval(tx, decision.approvalId);
    if (row?.status !== "pending") throw new Refusal("approval.state", { status: row?.status });
    await refuseOwnPlayer(tx, decision.operator.id, row.player_id);
    const result =
      decision.status === "approved"
        ? await kind.carryOut(tx, askedOf(row, decision), ctx)
        : undefined;
    if (decision.status === "rejected") await kind.rejected?.(tx, askedOf(row, decision));
    await write(tx, { decision, row, result });
    return { kind, row, result };
  });
  if (result === undefined) return {};
  const asked = askedOf(row, decision);
  kind.committed?.(ctx, asked);
  await kind.finish?.(ctx, asked);
  return result;
}

/** Whether an operator may decide it: somebody else asked, and one of the roles has the right. */
export function mayDecide(
  ctx: Pick<AppContext, "approvals">,
  row: ApprovalRow,
  operator: ApprovalDecision["operator"],
): boolean {
  return row.requested_by !== operator.id && hasRole(kindOf(ctx, row), operator.roles);
}

/** Whether what waits would change something that was changed since: it can only be rejected. */
export async function isStale(
  ctx: Pick<AppContext, "approvals" | "db">,
  row: ApprovalRow,
  operator: { readonly id: string },
): Promise<boolean> {
  if (row.status !== "pending") return false;
  const { isStale: asks } = kindOf(ctx, row);
  return (await asks?.(ctx.db.operators, askedOf(row, { operator }))) ?? false;
}

function checkRight(row: ApprovalRow, kind: ApprovalKind, { operator }: ApprovalDecision): void {
  if (row.requested_by === operator.id) throw new Refusal("approval.same_person");
  if (!hasRole(kind, operator.roles)) throw new Refusal("operator.not_allowed");
}

function hasRole(kind: ApprovalKind, roles: readonly Role[]): boolean {
  return roles.some((role) => role === "owner" || kind.roles.includes(role));
}

function kindOf(ctx: Pick<AppContext, "approvals">, row: ApprovalRow): ApprovalKind {
  const kind = ctx.approvals.get(row.kind);
  if (kind === undefined) throw new Error(`no approval of kind ${row.kind} is known`);
  return kind;
}

function askedOf(
  row: ApprovalRow,
  { operator }: { readonly operator: { readonly id: string } },
): Asked<unknown> {
  const { id, target, payload, reason, requested_by: requestedBy } = row;
  return { id, target, payload, reason, requestedBy, decidedBy: operator.id };
}

async function write(
  tx: Connection,
  done: { decision: ApprovalDecision; row: ApprovalRow; result: unknown },
): Promise<void> {
  const { decision, row, result } = done;
  const { approvalId: id, status, operator, note } = decision;
  await decideApproval(tx, { id, status, by: operator.id, note, result });
  await audit(tx, {
    action: `${row.kind}.${status === "approved" ? "approve" : "reject"}`,
    operator,
    request: decision.request,
    target: row.target,
    before: { approval_id: id, status: row.status },
    after: { status, ...row.payload, result },
    reason: note ?? undefined,
  });
  await tx.query("SELECT tell('operator', 'queue', $1)", [JSON.stringify({ queue: "approvals" })]);
}
