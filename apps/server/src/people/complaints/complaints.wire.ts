import type { Complaint, OperatorComplaint } from "@club/contract";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import type { ComplaintRow } from "./complaints.queries.ts";

export function toComplaint(row: ComplaintRow): Complaint {
  return {
    complaint_id: row.id,
    topic: row.topic,
    text: row.body,
    order_id: row.order_id,
    receipt_no: row.order_id === null ? null : receiptNo(row.order_id),
    status: row.status,
    filed_at: row.filed_at.toISOString(),
    due_at: row.due_at.toISOString(),
    outcome: row.outcome,
    answer: row.answer,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

export function toOperatorComplaint(row: ComplaintRow): OperatorComplaint {
  return {
    ...toComplaint(row),
    player_id: row.player_id,
    user_name: row.user_name,
    taken_by: row.taken_by,
    decided_by: row.decided_by,
  };
}
