import type { Mailing, MailingTexts, SegmentRules } from "@club/contract";
import { command, manyRows, manyValues, oneRow, theValue } from "../../core/db/statements.ts";

export interface MailingRow {
  id: string;
  rules: SegmentRules;
  texts: MailingTexts;
  state: Mailing["state"];
  players: number | null;
  sent: number;
  failed: number;
  left_out: number;
  waiting: number;
  made_by: string;
  made_at: Date;
  ended_at: Date | null;
}

/** What waits for the provider is looked up from the few deliveries that wait, by index delivery_due. */
const ROW = `SELECT m.id, m.rules, m.texts, m.state, m.players, m.sent, m.failed, m.left_out, o.user_name AS made_by,
    m.made_at, m.ended_at,
    (SELECT count(*)::integer FROM delivery d JOIN mailing_player p ON p.delivery_id = d.id
     WHERE d.channel = 'mail' AND d.kind = 'offer' AND d.ended_at IS NULL AND p.mailing_id = m.id) AS waiting
  FROM mailing m JOIN operator o ON o.id = m.made_by`;

/** Newest first. */
export const readMailings = manyRows<MailingRow, { before: string | undefined; limit: number }>(
  `${ROW} WHERE $1::uuid IS NULL OR m.id < $1 ORDER BY m.id DESC LIMIT $2`,
  ["before", "limit"],
);

export const lockMailing = oneRow<MailingRow, [id: string]>(
  `${ROW} WHERE m.id = $1 FOR UPDATE OF m`,
);

interface NewMailing {
  id: string;
  key: string | null;
  /** As JSON. */
  rules: string;
  /** As JSON. */
  texts: string;
  operatorId: string;
}

/** Nothing where the operator made one with this key before. */
export const insertMailing = command<NewMailing>(
  `INSERT INTO mailing (id, idempotency_key, rules, texts, made_by) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (made_by, idempotency_key) DO NOTHING`,
  ["id", "key", "rules", "texts", "operatorId"],
);

/** The one that an operator made with a key. */
export const readMailingOfKey = oneRow<MailingRow, [operatorId: string, key: string | null]>(
  `${ROW} WHERE m.made_by = $1 AND m.idempotency_key = $2`,
);

export const endMailing = command<[id: string, state: "sent" | "stopped"]>(
  "UPDATE mailing SET state = $2, ended_at = club_now_ms() WHERE id = $1",
);

/** Those under way, the oldest first. */
export const readSending = manyValues<string>(
  "SELECT id FROM mailing WHERE state = 'sending' ORDER BY id",
);

/** One under way that no other process works on, held until the end of the transaction. */
export const holdSending = oneRow<MailingRow, [id: string]>(
  `${ROW} WHERE m.id = $1 AND m.state = 'sending' FOR UPDATE OF m SKIP LOCKED`,
);

/** How many offers wait for the mail provider, up to a limit; by index delivery_due. */
export const countWaitingOffers = theValue<number, [most: number]>(
  `SELECT count(*)::integer FROM (
     SELECT 1 FROM delivery WHERE channel = 'mail' AND kind = 'offer' AND ended_at IS NULL LIMIT $1) w`,
);

export const takeWaitingPlayers = manyValues<string, [mailingId: string, limit: number]>(
  `SELECT player_id FROM mailing_player WHERE mailing_id = $1 AND state = 'waiting'
   ORDER BY player_id LIMIT $2 FOR UPDATE`,
);

/** What became of players, as JSON: `player_id`, and `delivery_id` or null for who was left out. */
export const notePlayers = command<[mailingId: string, outcomes: string]>(
  `WITH noted AS (
     UPDATE mailing_player p SET delivery_id = o.delivery_id,
       state = CASE WHEN o.delivery_id IS NULL THEN 'left_out' ELSE 'sent' END
     FROM jsonb_to_recordset($2) AS o(player_id uuid, delivery_id uuid)
     WHERE p.mailing_id = $1 AND p.player_id = o.player_id AND p.state = 'waiting' RETURNING p.state)
   UPDATE mailing SET sent = sent + (SELECT count(*) FROM noted WHERE state = 'sent'),
     left_out = left_out + (SELECT count(*) FROM noted WHERE state = 'left_out') WHERE id = $1`,
);
