import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, oneRow, oneValue } from "../../core/db/statements.ts";

export interface ApprovalRow {
  id: string;
  kind: string;
  player_id: string | null;
  user_name: string | null;
  target: string;
  payload: Record<string, unknown>;
  reason: string | null;
  status: "pending" | "approved" | "rejected";
  requested_by: string;
  requested_by_name: string;
  requested_at: Date;
  approved_by_name: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  result: unknown;
}

const FROM_APPROVAL = `
  SELECT a.id, a.kind, a.player_id, p.user_name, a.target, a.payload, a.reason, a.status, a.requested_by,
    r.user_name AS requested_by_name, a.requested_at, d.user_name AS approved_by_name, a.decided_at,
    a.decision_note, a.result
  FROM approval a
  JOIN operator r ON r.id = a.requested_by
  LEFT JOIN operator d ON d.id = a.approved_by
  LEFT JOIN player p ON p.id = a.player_id`;

const LIST = `${FROM_APPROVAL}
  WHERE a.status = $1 AND ($2::uuid IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`;
const ONE = `${FROM_APPROVAL} WHERE a.id = $1`;
const ONE_LOCKED = `${FROM_APPROVAL} WHERE a.id = $1 FOR UPDATE OF a`;

/** One page of approvals of a status, newest first. Served by approval_status. */
export const listApprovalRows = manyRows<
  ApprovalRow,
  { status: string; before: string | undefined; limit: number }
>(LIST, ["status", "before", "limit"]);

/** One approval without a lock, or null: to know which locks it needs. */
export const findApproval = oneRow<ApprovalRow, [id: string]>(ONE);

/** One approval under its row lock, taken after the locks of races and players. */
export const lockApproval = oneRow<ApprovalRow, [id: string]>(ONE_LOCKED);

export async function insertApproval(
  tx: Queryable,
  row: Pick<
    ApprovalRow,
    "id" | "kind" | "player_id" | "target" | "payload" | "reason" | "requested_by"
  >,
): Promise<void> {
  await tx.query(
    `INSERT INTO approval (id, kind, player_id, target, payload, reason, requested_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      row.id,
      row.kind,
      row.player_id,
      row.target,
      JSON.stringify(row.payload),
      row.reason,
      row.requested_by,
    ],
  );
}

/** Writes the decision. The caller holds the row lock and saw that it waits. */
export async function decideApproval(
  tx: Queryable,
  decision: {
    id: string;
    status: "approved" | "rejected";
    by: string;
    note: string | null;
    result: unknown;
  },
): Promise<void> {
  await tx.query(
    `UPDATE approval SET status = $2, approved_by = $3, decided_at = club_now_ms(), decision_note = $4, result = $5
     WHERE id = $1`,
    [
      decision.id,
      decision.status,
      decision.by,
      decision.note,
      decision.result === undefined ? null : JSON.stringify(decision.result),
    ],
  );
}

/** The player that an operator is as a person, or null. */
export const playerOfOperator = oneValue<string, [operatorId: string]>(
  "SELECT player_id FROM operator WHERE id = $1",
);
