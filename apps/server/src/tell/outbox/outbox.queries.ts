import type { Queryable } from "../../core/db/connect.ts";
import type { MessagePurpose } from "./queue-message.ts";

/** A message, sealed, for one phone or address. */
export interface NewMessage {
  readonly id: string;
  readonly channel: "sms" | "mail" | "alerts";
  readonly kind: string;
  readonly toHash: Buffer;
  readonly sealed: Buffer;
  readonly livesS: number;
}

export async function insertMessage(tx: Queryable, message: NewMessage): Promise<void> {
  await tx.query(
    `INSERT INTO delivery (id, channel, kind, to_hash, sealed, expires_at)
     VALUES ($1, $2, $3, $4, $5, club_now_ms() + make_interval(secs => $6))`,
    [message.id, message.channel, message.kind, message.toHash, message.sealed, message.livesS],
  );
}

export interface OutboxRow {
  id: string;
  channel: "sms" | "mail";
  kind: MessagePurpose;
  sealed: Buffer;
  created_at: Date;
  state: "queued" | "sending" | "sent" | "delivered" | "failed" | "given_up";
  error: string | null;
  attempts: number;
}

/** A page of messages, newest first, of one receiver or all; by delivery_to or delivery_message. */
export async function listMessages(
  db: Queryable,
  page: { toHash: Buffer | null; before: string | null; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await db.query<OutboxRow & Record<string, unknown>>(
    `SELECT id, channel, kind, sealed, created_at, state, error, attempts FROM delivery
     WHERE to_hash IS NOT NULL AND ($1::bytea IS NULL OR to_hash = $1) AND ($2::uuid IS NULL OR id < $2)
       AND channel <> 'alerts'
     ORDER BY id DESC LIMIT $3`,
    [page.toHash, page.before, page.limit],
  );
  return rows;
}
