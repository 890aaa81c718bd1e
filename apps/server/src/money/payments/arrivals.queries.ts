import type { MONEY_SORTS, PaymentArrivalView } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, oneRow, theRow, theValue } from "../../core/db/statements.ts";

export type ArrivalReason = PaymentArrivalView["why"];
export type ArrivalState = PaymentArrivalView["state"];

export interface NewArrival {
  provider: string;
  payment_id: string;
  charge_id: string | null;
  reference: string | null;
  outcome: string;
  why: ArrivalReason;
  amount_cents: bigint;
  currency: string;
  funding: string | null;
  player_id: string | null;
  payment: string | null;
  taken_cents?: bigint;
  missing_cents?: bigint;
  /** The event, where it is a fact of its own: two of the same amount are two. */
  event_id?: string | null;
  /** Of a dispute: which it is, so that one after another that was won is told and taken. */
  number?: number;
}

export interface ArrivalRow extends Required<NewArrival> {
  id: string;
  user_name: string | null;
  top_up_id: string | null;
  payment_state: string | null;
  payment_cents: bigint | null;
  state: ArrivalState;
  arrived_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

const ROW = `SELECT a.*, u.user_name, p.top_up_id, p.state AS payment_state, p.amount_cents AS payment_cents,
    o.user_name AS decided_by
  FROM payment_arrival a LEFT JOIN player u ON u.id = a.player_id LEFT JOIN payment p ON p.id = a.payment
  LEFT JOIN operator o ON o.id = a.decided_by`;
const ONE = `${ROW} WHERE a.id = $1`;
type Row = ArrivalRow & Record<string, unknown>;

/** Keeps an arrival, once however often it is told. */
export async function keepArrival(tx: Queryable, arrival: NewArrival): Promise<void> {
  await tx.query(
    `INSERT INTO payment_arrival (id, provider, payment_id, charge_id, reference, outcome, why, amount_cents, currency,
       funding, player_id, payment, taken_cents, missing_cents, event_id, number)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING`,
    [
      newId(),
      arrival.provider,
      arrival.payment_id,
      arrival.charge_id,
      arrival.reference,
      arrival.outcome,
      arrival.why,
      arrival.amount_cents,
      arrival.currency,
      arrival.funding,
      arrival.player_id,
      arrival.payment,
      arrival.taken_cents ?? 0n,
      arrival.missing_cents ?? 0n,
      arrival.event_id ?? null,
      arrival.number ?? 1,
    ],
  );
  await tellArrivals(tx);
}

export interface GoneOf {
  /** What refunds and disputes of a payment took and did not give back, and what the desk sent back. */
  gone_cents: bigint;
  /** The same, of one outcome. */
  told_cents: bigint;
  /** How many of its cases took nothing, or gave back what they took. */
  empty: number;
  is_won: boolean;
}

const OF_PAYMENT = `payment p JOIN payment_arrival a
  ON a.provider = p.provider AND a.payment_id = p.payment_id AND a.payment = p.id`;
/** A case that is `booked` gave back what it took. */
const TOOK = "(a.taken_cents + a.missing_cents) * (a.state <> 'booked')::integer";

/** What is gone of a payment. Served by payment_arrival_once. The caller holds the player's lock. */
export const goneOf = theRow<GoneOf, [paymentId: string, outcome: string]>(
  `SELECT (coalesce(sum(${TOOK}), 0) + (SELECT coalesce(sum(amount_cents), 0) FROM payment_return
       WHERE payment = $1 AND state = 'done' AND why IN ('desk', 'credit')))::bigint AS gone_cents,
     coalesce(sum(${TOOK}) FILTER (WHERE a.why = $2), 0)::bigint AS told_cents,
     count(*) FILTER (WHERE ${TOOK} = 0)::integer AS empty,
     coalesce(bool_or(a.why = 'disputed' AND a.state = 'booked'), false) AS is_won
   FROM ${OF_PAYMENT} WHERE p.id = $1 AND a.why IN ('refunded', 'disputed')`,
);

/**
 * The last dispute of all of a payment that took nothing, decided or not, since a refund was under
 * way or done; or null, also where a later case took it.
 */
export const disputeMeanwhile = oneRow<Row, [paymentId: string]>(
  `SELECT a.* FROM ${OF_PAYMENT}
   WHERE p.id = $1 AND a.outcome = 'disputed' AND a.why IN ('over', 'disputed') AND a.amount_cents = p.amount_cents
     AND a.taken_cents + a.missing_cents = 0 AND a.state <> 'booked'
     AND NOT EXISTS (SELECT FROM payment_arrival c WHERE c.provider = a.provider AND c.payment_id = a.payment_id
       AND c.payment = p.id AND c.why = 'disputed' AND c.taken_cents + c.missing_cents > 0 AND c.id > a.id)
   ORDER BY a.id DESC LIMIT 1`,
);

/** The case of a refund that took this amount and did not give it back, or null. */
export const caseOfRefund = oneRow<Row, [paymentId: string, amountCents: bigint]>(
  `SELECT a.* FROM ${OF_PAYMENT} WHERE p.id = $1 AND a.why = 'refunded' AND a.state <> 'booked'
     AND (a.taken_cents + a.missing_cents = $2 OR p.booked_at IS NULL) ORDER BY a.id DESC LIMIT 1`,
);

/** A notice took what waited for people: it waits no more. */
export const closeTaken = command<{ outcome: string; amountCents: bigint }, [paymentId: string]>(
  `UPDATE payment_arrival SET state = 'dismissed', decided_at = club_now_ms()
   WHERE id IN (SELECT a.id FROM ${OF_PAYMENT} WHERE p.id = $1 AND a.state = 'open' AND a.event_id IS NULL
     AND a.outcome = $2 AND (a.why = 'amount' AND a.amount_cents <= $3 OR a.why = 'over' AND a.amount_cents = $3))`,
  ["outcome", "amountCents"],
);

/** Tells the console how many arrivals wait. */
export async function tellArrivals(tx: Queryable): Promise<void> {
  await tx.query("SELECT tell('operator', 'queue', $1)", [
    JSON.stringify({ queue: "payments", waiting: await countOpen(tx) }),
  ]);
}

export const countOpen = theValue<number>(
  "SELECT count(*)::integer AS waiting FROM payment_arrival WHERE state = 'open'",
);

/** All arrivals. Served by payment_arrival_state, payment_arrival_amount or the primary key. */
export const listArrivals = sortedRows<
  Row,
  { state: ArrivalState | undefined },
  (typeof MONEY_SORTS)[number]
>(
  {
    id: "a.id",
    keys: { at: "id", amount: { sql: "a.amount_cents", type: "bigint", as: "amount_cents" } },
    standard: "-at",
  },
  ["state"],
  ({ after, order }) => `${ROW} WHERE ($1::text IS NULL OR a.state = $1) AND ${after} ${order}`,
);

/** An arrival, or null. Served by the primary key. */
export const readArrival = oneRow<Row, [id: string]>(ONE);

/** Locks an arrival and reads it, or null. Taken after the player's lock. */
export async function lockArrival(tx: Queryable, id: string): Promise<ArrivalRow | null> {
  await tx.query("SELECT FROM payment_arrival WHERE id = $1 FOR UPDATE", [id]);
  return await readArrival(tx, id);
}

/** Writes a decision. The caller has the lock and saw that it is open. */
export async function decideArrivalRow(
  tx: Queryable,
  decision: {
    id: string;
    state: Exclude<ArrivalState, "open">;
    by: string;
    reason: string;
    playerId?: string;
  },
): Promise<void> {
  await tx.query(
    `UPDATE payment_arrival SET state = $2, decided_by = $3, reason = $4, player_id = coalesce($5, player_id),
       decided_at = club_now_ms() WHERE id = $1`,
    [decision.id, decision.state, decision.by, decision.reason, decision.playerId ?? null],
  );
  await tellArrivals(tx);
}

/** What was sent back has gone, or did not go, also later: then an operator looks at it again. */
export async function endArrivalReturn(tx: Queryable, id: string, isDone: boolean): Promise<void> {
  await tx.query(
    `UPDATE payment_arrival SET state = CASE WHEN $2 THEN 'returned' ELSE 'open' END,
       decided_by = CASE WHEN $2 THEN decided_by END, decided_at = CASE WHEN $2 THEN decided_at END
     WHERE id = $1 AND state IN ('returning', 'returned')`,
    [id, isDone],
  );
  await tellArrivals(tx);
}
