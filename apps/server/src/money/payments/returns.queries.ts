import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { command, hasRow, manyRows, oneRow } from "../../core/db/statements.ts";

export interface ReturnRow {
  id: string;
  provider: string;
  payment_id: string;
  amount_cents: bigint;
  currency: string;
  why: "credit" | "limit" | "barred" | "desk" | "arrival";
  payment: string | null;
  arrival_id: string | null;
  state: "waiting" | "done" | "refused";
  tries: number;
}

type Row = ReturnRow & Record<string, unknown>;
const COLUMNS =
  "id, provider, payment_id, amount_cents, currency, why, payment, arrival_id, state, tries";
const TAKE_DUE = `UPDATE payment_return SET tries = tries + 1,
    next_at = club_now_ms() + least(interval '10 seconds' * power(2, least(tries, 12)), interval '1 hour')
  WHERE id IN (SELECT id FROM payment_return WHERE state = 'waiting' AND next_at <= club_now() AND provider = $1
    ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`;
const LAST = `SELECT ${COLUMNS} FROM payment_return WHERE payment = $1 ORDER BY id DESC LIMIT 1`;
const WAITING = `SELECT ${COLUMNS} FROM payment_return WHERE payment = $1 AND state = 'waiting'`;

/** Money that is to go back; it goes after the commit. Returns its id; null: it is on its way. */
export async function insertReturn(
  tx: Queryable,
  order: Pick<ReturnRow, "provider" | "payment_id" | "amount_cents" | "currency" | "why"> &
    Partial<Pick<ReturnRow, "payment" | "arrival_id">>,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO payment_return (id, provider, payment_id, amount_cents, currency, why, payment, arrival_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (provider, payment_id) WHERE state <> 'refused' DO NOTHING RETURNING id`,
    [
      newId(),
      order.provider,
      order.payment_id,
      order.amount_cents,
      order.currency,
      order.why,
      order.payment ?? null,
      order.arrival_id ?? null,
    ],
  );
  return rows[0]?.id ?? null;
}

/**
 * Takes what is due to go back, and sets when it is tried again: pauses double from ten seconds to
 * an hour. Two processes take different ones; the key makes that a repeat goes once all the same.
 */
export const takeDueReturns = manyRows<Row, [provider: string, limit: number]>(TAKE_DUE);

/** Ends a return that waits; false: it had ended. */
export const endReturn = hasRow<{ state: "done" | "refused"; said: string }, [id: string]>(
  "UPDATE payment_return SET state = $2, said = $3 WHERE id = $1 AND state = 'waiting' RETURNING id",
  ["state", "said"],
);

/**
 * A return that its provider took, or may have taken, did not reach the payer; null: none of this
 * amount. Served by payment_return_once, which has one of a charge.
 */
export const refuseReturn = oneRow<
  Row,
  { provider: string; names: readonly string[]; amountCents: bigint }
>(
  `UPDATE payment_return SET state = 'refused', said = 'the refund failed'
   WHERE provider = $1 AND payment_id = ANY ($2) AND amount_cents = $3 AND state <> 'refused' RETURNING ${COLUMNS}`,
  ["provider", "names", "amountCents"],
);

/** The return of an arrival under one of these names that has gone, or is on its way; or null. */
export const returnOfArrival = oneRow<
  Row,
  { provider: string; names: readonly string[]; amountCents: bigint }
>(
  `SELECT ${COLUMNS} FROM payment_return WHERE provider = $1 AND payment_id = ANY ($2) AND amount_cents = $3
     AND arrival_id IS NOT NULL AND state <> 'refused' LIMIT 1`,
  ["provider", "names", "amountCents"],
);

/** A refused refund of this amount whose money the player does not have again, or null. */
export const failedReturn = oneRow<Row, [payment: string, amountCents: bigint]>(
  `SELECT ${COLUMNS} FROM payment_return r WHERE payment = $1 AND amount_cents = $2 AND state = 'refused'
     AND EXISTS (SELECT FROM entry WHERE cause = 'refund:' || r.id)
     AND NOT EXISTS (SELECT FROM entry WHERE cause = 'refund:' || r.id || ':refused') ORDER BY id DESC LIMIT 1`,
);

/** Whether the last refund of a payment by the club was taken by its provider, and failed later. */
export const hasFailedLast = hasRow<[payment: string]>(
  `SELECT FROM (SELECT state, said FROM payment_return WHERE payment = $1 ORDER BY id DESC LIMIT 1) r
   WHERE state = 'refused' AND said = 'the refund failed'`,
);

/** What the provider said to a try that may yet succeed. */
export const noteTry = command<[id: string, said: string]>(
  "UPDATE payment_return SET said = $2 WHERE id = $1 AND state = 'waiting'",
);

/** The return of a payment that waits, or null. */
export const waitingReturn = oneRow<Row, [payment: string]>(WAITING);

/** The last return of a payment, however it ended, or null. */
export const lastReturn = oneRow<Row, [payment: string]>(LAST);
