import type { Queryable } from "../../core/db/connect.ts";
import type { MessagePurpose } from "../delivery/queue-message.ts";

export interface OutboxRow {
  id: string;
  channel: "sms" | "mail";
  kind: MessagePurpose;
  sealed: Buffer;
  created_at: Date;
}

/** A page of messages, newest first, of one receiver or of all; by index delivery_to or delivery_message, no lock. */
export async function listMessages(
  db: Queryable,
  page: { toHash: Buffer | null; before: string | null; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await db.query<OutboxRow & Record<string, unknown>>(
    `SELECT id, channel, kind, sealed, created_at FROM delivery
     WHERE to_hash IS NOT NULL AND ($1::bytea IS NULL OR to_hash = $1) AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [page.toHash, page.before, page.limit],
  );
  return rows;
}
