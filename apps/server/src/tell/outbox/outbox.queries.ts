import type { MessagePurpose } from "./queue-message.ts";
import { command, manyRows, manyValues } from "../../core/db/statements.ts";

/** A message, sealed, for one phone or address. */
export interface NewMessage {
  readonly id: string;
  readonly channel: "sms" | "mail" | "alerts";
  readonly kind: string;
  readonly toHash: Buffer;
  readonly sealed: Buffer;
  readonly livesS: number;
}

export const insertMessage = command<NewMessage>(
  `INSERT INTO delivery (id, channel, kind, to_hash, sealed, expires_at)
     VALUES ($1, $2, $3, $4, $5, club_now_ms() + make_interval(secs => $6))`,
  ["id", "channel", "kind", "toHash", "sealed", "livesS"],
);

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
export const listMessages = manyRows<
  OutboxRow,
  { toHash: Buffer | null; before: string | null; limit: number }
>(
  `SELECT id, channel, kind, sealed, created_at, state, error, attempts FROM delivery
     WHERE to_hash IS NOT NULL AND ($1::bytea IS NULL OR to_hash = $1) AND ($2::uuid IS NULL OR id < $2)
       AND channel <> 'alerts'
     ORDER BY id DESC LIMIT $3`,
  ["toHash", "before", "limit"],
);

/** Of offers on their way, those that are not to leave: no consent any more, a bar, a mailing stopped. */
export const readUnwantedOffers = manyValues<string, [ids: readonly string[]]>(
  `SELECT r.delivery_id FROM mailing_player r JOIN mailing m ON m.id = r.mailing_id JOIN player p ON p.id = r.player_id
   WHERE r.delivery_id = ANY ($1) AND (m.state = 'stopped' OR NOT p.marketing
     OR player_verdict(p.status, p.bar, p.bar_until, p.review, club_now()) IS NOT NULL)`,
);
