import type { DOCUMENT_SORTS, DocumentKind } from "@club/contract";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import {
  changesOne,
  command,
  manyRows,
  oneRow,
  oneValue,
  theValue,
} from "../../core/db/statements.ts";

export interface DocumentRow extends Record<string, unknown> {
  id: string;
  player_id: string;
  user_name: string;
  full_name: string | null;
  birth_cipher: Buffer | null;
  kind: DocumentKind;
  status: "waiting" | "accepted" | "refused";
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Date;
}

const SELECT = `
  SELECT d.id, d.player_id, p.user_name, p.user_name_key, p.full_name, p.birth_cipher, d.kind, d.status, d.reason,
    o.user_name AS decided_by, d.decided_at, d.created_at
  FROM identity_document d JOIN player p ON p.id = d.player_id LEFT JOIN operator o ON o.id = d.decided_by`;
const ONE = `${SELECT} WHERE d.id = $1`;
const OF_PLAYER = `${SELECT} WHERE d.player_id = $1 ORDER BY d.id DESC LIMIT 100`;

const SORTS = {
  id: "d.id",
  keys: { sent: "id", player: { sql: "p.user_name_key", type: "text", as: "user_name_key" } },
} as const;
type DocumentSort = (typeof DOCUMENT_SORTS)[number];

export const readDocument = oneRow<DocumentRow, [id: string]>(ONE);

/** The sealed picture; null where there is no such paper. */
export const readPicture = oneRow<{ player_id: string; cipher: Buffer }, [id: string]>(
  "SELECT player_id, cipher FROM identity_document WHERE id = $1",
);

/** Newest first. Served by identity_document_player. */
export const listOfPlayer = manyRows<DocumentRow, [playerId: string]>(OF_PLAYER);

/** The queue (identity_document_waiting), or what was decided. */
export const LISTS_FOR_DESK = {
  waiting: sortedRows<DocumentRow, object, DocumentSort>(
    { ...SORTS, standard: "sent" },
    [],
    ({ after, order }) => `${SELECT} WHERE d.status = 'waiting' AND ${after} ${order}`,
  ),
  decided: sortedRows<DocumentRow, object, DocumentSort>(
    { ...SORTS, standard: "-sent" },
    [],
    ({ after, order }) => `${SELECT} WHERE d.status <> 'waiting' AND ${after} ${order}`,
  ),
};

/** How many papers of a player are waiting. The caller holds the player's lock. */
export const countWaiting = theValue<number, [playerId: string]>(
  "SELECT count(*)::int AS n FROM identity_document WHERE player_id = $1 AND status = 'waiting'",
);

export const readIdentityCheck = oneValue<Date, [playerId: string]>(
  "SELECT identity_checked_at FROM player WHERE id = $1",
);

export const insertDocument = command<{
  id: string;
  playerId: string;
  kind: DocumentKind;
  cipher: Buffer;
  bytes: number;
}>(
  "INSERT INTO identity_document (id, player_id, kind, cipher, bytes) VALUES ($1, $2, $3, $4, $5)",
  ["id", "playerId", "kind", "cipher", "bytes"],
);

/** True if it was waiting: of two who decide at once, one succeeds. */
export const decideRow = changesOne<
  { operatorId: string; status: "accepted" | "refused"; reason: string | null },
  [id: string]
>(
  `UPDATE identity_document SET status = $3, reason = $4, decided_by = $2, decided_at = club_now_ms()
   WHERE id = $1 AND status = 'waiting'`,
  ["operatorId", "status", "reason"],
);
