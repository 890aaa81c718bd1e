import { z } from "zod";
import { defineCall, id, instant, page, pageData } from "./call.ts";

export const APPROVAL_STATUSES = ["pending", "approved", "rejected"] as const;

/** An act that waits, or waited, for a second operator. */
export const approval = z.object({
  approval_id: id,
  /** adjust, race.reopen, ... */
  kind: z.string(),
  /** Whose money it moves. */
  player_id: id.nullable(),
  user_name: z.string().nullable(),
  target: z.string(),
  payload: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  status: z.enum(APPROVAL_STATUSES),
  requested_by: z.string(),
  requested_at: instant,
  approved_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_note: z.string().nullable(),
  /** Whether the calling operator may decide it: another one asked, and the role has the right. */
  may_decide: z.boolean(),
  /** It waits, and what it would change was changed meanwhile: it can only be rejected. */
  is_stale: z.boolean().default(false),
});
export type Approval = z.infer<typeof approval>;

const DECIDERS = ["owner", "cashier", "pool_controller", "results_clerk", "risk"] as const;

export const listApprovals = defineCall("GET /api/operator/approvals", {
  summary: "Acts that wait for a second operator, newest first.",
  access: [...DECIDERS, "auditor"],
  query: page.extend({ status: z.enum(APPROVAL_STATUSES).default("pending") }),
  data: pageData,
  list: z.array(approval),
});

const body = z.object({ reason: z.string().max(500).nullish() }).nullish();

export const approveApproval = defineCall("POST /api/operator/approvals/:approval_id/approve", {
  isByRole: true,
  asksAgain: true,
  summary: "Carries out what another operator asked for, once.",
  access: DECIDERS,
  params: z.object({ approval_id: id }),
  body,
  data: z.object({ approval_id: id, status: z.literal("approved"), result: z.unknown() }),
});

export const rejectApproval = defineCall("POST /api/operator/approvals/:approval_id/reject", {
  isByRole: true,
  asksAgain: false,
  summary: "Turns down what another operator asked for.",
  access: DECIDERS,
  params: z.object({ approval_id: id }),
  body,
  data: z.object({ approval_id: id, status: z.literal("rejected") }),
});
