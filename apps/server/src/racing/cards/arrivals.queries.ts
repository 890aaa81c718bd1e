import type { ArrivalAnswer, CardArrival } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { command, hasRow, manyRows, oneRow, theValue } from "../../core/db/statements.ts";

export interface ArrivalRow {
  readonly id: string;
  readonly source: CardArrival["source"];
  readonly name: string;
  readonly format: string;
  readonly size: number;
  readonly answer: ArrivalAnswer;
  readonly status: CardArrival["status"];
  readonly event_id: string | null;
  readonly decided_by: string | null;
  readonly arrived_at: Date;
  readonly decided_at: Date | null;
}

const ROW = `
  SELECT a.id, a.source, a.name, a.format, octet_length(a.payload) AS size, a.answer, a.status, a.event_id,
    o.user_name AS decided_by, a.arrived_at, a.decided_at
  FROM card_arrival a LEFT JOIN operator o ON o.id = a.decided_by`;
const ONE = `${ROW} WHERE a.id = $1`;
const BY_MESSAGE = `${ROW} WHERE a.source = 'hook' AND a.name = $1`;
const NEWEST = `${ROW} ORDER BY a.status = 'waiting' DESC, a.arrived_at DESC, a.id LIMIT $1`;

export const listArrivals = manyRows<ArrivalRow, [limit: number]>(NEWEST);

export const readArrival = oneRow<ArrivalRow, [id: string]>(ONE);

export const readMessage = oneRow<ArrivalRow, [messageId: string]>(BY_MESSAGE);

/** Served by card_arrival_waiting. */
export const countWaiting = theValue<number>(
  "SELECT count(*)::integer AS n FROM card_arrival WHERE status = 'waiting'",
);

export const readPayload = oneRow<
  { format: string; payload: string; status: string },
  [id: string]
>("SELECT format, payload, status FROM card_arrival WHERE id = $1");

export interface NewArrival {
  readonly id: string;
  readonly source: CardArrival["source"];
  readonly name: string;
  readonly format: string;
  readonly payload: string;
  readonly hash: Buffer;
  readonly answer: ArrivalAnswer;
}

/** False when this message is stored already. */
export async function insertArrival(tx: Queryable, row: NewArrival): Promise<boolean> {
  const { rows } = await tx.query(
    `INSERT INTO card_arrival (id, source, name, format, payload, hash, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [row.id, row.source, row.name, row.format, row.payload, row.hash, JSON.stringify(row.answer)],
  );
  return rows.length > 0;
}

/** Whether this file's newest arrival is the same, byte for byte. Served by card_arrival_file. */
export const isKnownFile = theValue<boolean, [name: string, hash: Buffer]>(`
  SELECT coalesce((SELECT hash = $2 FROM card_arrival WHERE source = 'folder' AND name = $1
    ORDER BY arrived_at DESC, id DESC LIMIT 1), false)`);

/** Drops what waits of a file once the file says something else. */
export const replaceWaiting = command<[name: string]>(`
  UPDATE card_arrival SET status = 'replaced', decided_at = club_now_ms()
  WHERE source = 'folder' AND name = $1 AND status = 'waiting'`);

/** Ends a waiting card; false when somebody else did. */
export const endArrival = hasRow<{
  readonly id: string;
  readonly status: "taken" | "discarded";
  readonly operatorId: string;
  readonly eventId: string | null;
}>(
  `UPDATE card_arrival SET status = $2, decided_by = $3, event_id = $4, decided_at = club_now_ms()
   WHERE id = $1 AND status = 'waiting' RETURNING id`,
  ["id", "status", "operatorId", "eventId"],
);

/** Deletes cards decided a month ago: their import is in the log. */
export const forgetEnded = command(
  "DELETE FROM card_arrival WHERE decided_at < club_now() - interval '30 days'",
);
