import type { Complaint, OperatorComplaint } from "@club/contract";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { wireInstant } from "../../core/http/wire.ts";
import type { ComplaintRow } from "./complaints.queries.ts";

export function toComplaint(row: ComplaintRow): Complaint {
  return {
    complaint_id: row.id,
    topic: row.topic,
    text: row.body,
    order_id: row.order_id,
    receipt_no: row.order_id === null ? null : receiptNo(row.order_id),
    status: row.status,
    filed_at: wireInstant(row.filed_at),
    due_at: wireInstant(row.due_at),
    outcome: row.outcome,
    answer: row.answer,
    decided_at: wireInstant(row.decided_at),
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
