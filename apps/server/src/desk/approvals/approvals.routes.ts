import { approveApproval, listApprovals, rejectApproval } from "@club/contract";
import type { Approval } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { listApprovalRows } from "./approvals.queries.ts";
import type { ApprovalRow } from "./approvals.queries.ts";
import { decide, isStale, mayDecide } from "./decide-approval.ts";

export function approvalRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listApprovals, async ({ query, operator }) => {
    const { before, limit } = pageOf(query);
    const page = { status: query.status, before, limit: limit + 1 };
    const rows = await listApprovalRows(ctx.db.operators, page);
    const { data, list } = cutPage(rows, limit, (row) => row.id);
    const views: Approval[] = [];
    for (const row of list) {
      const may_decide = mayDecide(ctx, row, operator);
      views.push({ ...toApproval(row), may_decide, is_stale: await isStale(ctx, row, operator) });
    }
    return { data, list: views };
  });
  register(app, ctx, approveApproval, async ({ params, body, operator, request }) => {
    const approvalId = knownId(params.approval_id);
    const note = body?.reason ?? null;
    const result = await decide(ctx, { approvalId, status: "approved", operator, note, request });
    return { data: { approval_id: approvalId, status: "approved" as const, result } };
  });
  register(app, ctx, rejectApproval, async ({ params, body, operator, request }) => {
    const approvalId = knownId(params.approval_id);
    const note = body?.reason ?? null;
    await decide(ctx, { approvalId, status: "rejected", operator, note, request });
    return { data: { approval_id: approvalId, status: "rejected" as const } };
  });
}

function toApproval(row: ApprovalRow): Omit<Approval, "may_decide" | "is_stale"> {
  return {
    approval_id: row.id,
    kind: row.kind,
    player_id: row.player_id,
    user_name: row.user_name,
    target: row.target,
    payload: row.payload,
    reason: row.reason,
    status: row.status,
    requested_by: row.requested_by_name,
    requested_at: wireInstant(row.requested_at),
    approved_by: row.approved_by_name,
    decided_at: wireInstant(row.decided_at),
    decision_note: row.decision_note,
  };
}
