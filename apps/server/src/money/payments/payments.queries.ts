import type { MONEY_SORTS, PaymentView } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import type { AskedPayment, PaymentFacts } from "./payment-adapter.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, manyRows, manyValues, oneRow } from "../../core/db/statements.ts";

export type PaymentState = PaymentView["state"];

export interface PaymentRow {
  id: string;
  top_up_id: string;
  player_id: string;
  /** What the provider has for one: that of the top-up, if the club asked. */
  reference: string | null;
  top_up_status: string;
  provider: string;
  payment_id: string | null;
  charge_id: string | null;
  amount_cents: bigint;
  currency: string;
  return_url: string;
  redirect_url: string | null;
  funding: string | null;
  state: PaymentState;
  asked_at: Date;
  booked_at: Date | null;
  taken_at: Date | null;
  next_ask_at: Date | null;
}

const ROW = `SELECT p.*, t.player_id, t.status AS top_up_status FROM payment p JOIN top_up t ON t.id = p.top_up_id`;

const BY_ID = `${ROW} WHERE p.id = $1`;
const BY_TOP_UP = `${ROW} WHERE p.top_up_id = $1`;
const BOOKED_ON = `${ROW} WHERE p.provider = $1 AND p.booked_at >= $2::date::timestamp AT TIME ZONE 'UTC'
  AND p.booked_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'`;
const LIST = `SELECT q.*, u.user_name, r.state AS return_state, r.said AS return_said,
    q.amount_cents - (SELECT coalesce(sum(a.taken_cents + a.missing_cents), 0) FROM payment_arrival a
      WHERE a.provider = q.provider AND a.payment_id = q.payment_id AND a.payment = q.id
        AND a.state <> 'booked')::bigint
      - (SELECT coalesce(sum(amount_cents), 0) FROM payment_return
        WHERE payment = q.id AND state = 'done' AND why IN ('desk', 'credit'))::bigint AS left_cents
  FROM (${ROW}) q
  JOIN player u ON u.id = q.player_id
  LEFT JOIN LATERAL (SELECT state, said FROM payment_return WHERE payment = q.id ORDER BY id DESC LIMIT 1) r ON true
  WHERE ($1::text IS NULL OR q.state = $1)`;

type Row = PaymentRow & Record<string, unknown>;

/** Adds the payment of a new top-up, to be asked for. The caller holds the player's lock. */
export const insertPayment = command<{
  topUpId: string;
  provider: string;
  reference: string | null;
  amountCents: bigint;
  currency: string;
  returnUrl: string;
}>(
  `INSERT INTO payment (id, top_up_id, provider, reference, amount_cents, currency, return_url, next_ask_at)
     VALUES ($1, $1, $2, $3, $4, $5, $6, club_now_ms() + interval '10 minutes')`,
  ["topUpId", "provider", "reference", "amountCents", "currency", "returnUrl"],
);

/** A payment by the club's id, or null. Served by the primary key. */
export const readPayment = oneRow<Row, [id: string]>(BY_ID);

/** The payment of a top-up, or null. Served by its unique column. */
export const paymentOfTopUp = oneRow<Row, [topUpId: string]>(BY_TOP_UP);

const BY_PAYMENT = `${ROW} WHERE p.provider = $1 AND p.payment_id = $2`;
const BY_CHARGE = `${ROW} WHERE p.provider = $1 AND p.charge_id = $2`;
const BY_REFERENCE = `${ROW} JOIN top_up f ON f.id = p.id AND f.reference = p.reference
  WHERE p.provider = $1 AND f.reference = $2`;

/**
 * The payment that a provider refers to: by its own id, by its charge, or by the club's reference
 * when the club does not know the id yet or the provider did not send it.
 */
export async function findPayment(
  db: Queryable,
  provider: string,
  facts: Pick<PaymentFacts, "paymentId" | "chargeId" | "reference">,
): Promise<PaymentRow | null> {
  const { paymentId, chargeId, reference } = facts;
  for (const [text, value] of [
    [BY_PAYMENT, paymentId],
    [BY_CHARGE, chargeId],
  ] as const) {
    if (value === null) continue;
    const { rows } = await db.query<Row>(text, [provider, value]);
    if (rows[0] !== undefined) return rows[0];
  }
  if (reference === null) return null;
  const { rows } = await db.query<Row>(BY_REFERENCE, [provider, reference]);
  const [row] = rows;
  if (row === undefined) return null;
  return paymentId === null || row.payment_id === null ? row : null;
}

/** Whose top-up a reference names, or null. */
export async function playerOfReference(
  db: Queryable,
  reference: string | null,
): Promise<string | null> {
  if (reference === null) return null;
  const { rows } = await db.query<{ player_id: string }>(
    "SELECT player_id FROM top_up WHERE reference = $1",
    [reference],
  );
  return rows[0]?.player_id ?? null;
}

/** Stores an event; false: it was taken before. */
export async function keepNotice(
  tx: Queryable,
  notice: { provider: string; eventId: string; facts: PaymentFacts },
): Promise<boolean> {
  const { provider, eventId, facts } = notice;
  const { rows } = await tx.query(
    `INSERT INTO payment_notice (provider, event_id, payment_id, outcome, amount_cents, currency)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (provider, event_id) DO NOTHING RETURNING event_id`,
    [
      provider,
      eventId,
      facts.paymentId ?? facts.chargeId,
      facts.outcome,
      facts.amountCents,
      facts.currency,
    ],
  );
  return rows.length > 0;
}

/** The provider answered: where the player pays. A payment that is past that keeps its state. */
export const keepAsked = command<AskedPayment, [id: string]>(
  `UPDATE payment SET payment_id = $2, redirect_url = $3, state = CASE WHEN state = 'asked' THEN 'open' ELSE state END
     WHERE id = $1 AND (payment_id IS NULL OR payment_id = $2)`,
  ["paymentId", "redirectUrl"],
);

/** Keeps what the provider calls a payment and its money, and how it was paid, once it says so. */
export const keepNames = command<PaymentFacts, [id: string]>(
  `UPDATE payment p SET payment_id = coalesce(payment_id, $2), funding = coalesce(funding, $4),
       charge_id = CASE WHEN charge_id IS NULL AND NOT EXISTS (SELECT FROM payment o
         WHERE o.provider = p.provider AND o.charge_id = $3) THEN $3 ELSE charge_id END
     WHERE id = $1 AND (payment_id IS NULL AND $2::text IS NOT NULL OR charge_id IS NULL AND $3::text IS NOT NULL
       OR funding IS NULL AND $4::text IS NOT NULL)`,
  ["paymentId", "chargeId", "funding"],
);

/** States after which the provider has nothing more to say that is worth asking for. */
const ENDED: readonly PaymentState[] = ["paid", "returned", "refunded", "disputed"];

/** Moves a payment on; `mark` is what it marks with this instant. Whoever calls holds the lock. */
export async function movePayment(
  tx: Queryable,
  payment: Pick<PaymentRow, "id">,
  to: { state: PaymentState; mark?: "booked" | "taken" | "restored" },
): Promise<void> {
  const { state, mark } = to;
  await tx.query(
    `UPDATE payment SET state = $2,
       booked_at = CASE WHEN $3 = 'booked' THEN club_now_ms() ELSE booked_at END,
       taken_at = CASE WHEN $3 = 'taken' THEN club_now_ms() WHEN $3 = 'restored' THEN NULL ELSE taken_at END,
       next_ask_at = CASE WHEN $4 THEN NULL ELSE next_ask_at END
     WHERE id = $1`,
    [payment.id, state, mark ?? "", ENDED.includes(state)],
  );
}

/**
 * Takes payments whose provider is due to be asked, the oldest first, and sets when each is asked
 * again: pauses double from ten minutes to six hours, for a week; after that one that is still open
 * is asked about each day. Two processes take different ones.
 */
export const takeDue = manyValues<
  string,
  [provider: string, limit: number]
>(`UPDATE payment SET asks = asks + 1, next_ask_at = CASE WHEN asked_at > club_now() - interval '7 days'
       THEN club_now_ms() + least(interval '10 minutes' * power(2, least(asks, 10)), interval '6 hours')
       WHEN state IN ('asked', 'open') THEN club_now_ms() + interval '1 day' END
     WHERE id IN (SELECT id FROM payment WHERE next_ask_at <= club_now() AND provider = $1
       ORDER BY next_ask_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`);

/** The provider is asked as soon as the job comes by. */
export const askSoon = command<[id: string]>(
  "UPDATE payment SET next_ask_at = club_now_ms() WHERE id = $1",
);

/**
 * An operator booked another amount than was asked for: the payment is that of the new top-up. The
 * caller holds the lock of the player, who is the same.
 */
export const followTopUp = command<{ topUpId: string; amountCents: bigint }, [id: string]>(
  "UPDATE payment SET top_up_id = $2, amount_cents = $3 WHERE id = $1",
  ["topUpId", "amountCents"],
);

/** The payments that were booked on a day in UTC. Served by payment_booked. */
export const bookedOn = manyRows<Row, [provider: string, day: string]>(BOOKED_ON);

export interface ListedPayment extends PaymentRow {
  user_name: string;
  left_cents: bigint;
  return_state: PaymentView["return_state"];
  return_said: string | null;
}

/** All payments. Served by the primary key and payment_amount. */
export const listPaymentRows = sortedRows<
  ListedPayment,
  { state: PaymentState | undefined },
  (typeof MONEY_SORTS)[number]
>(
  {
    id: "q.id",
    keys: { at: "id", amount: { sql: "q.amount_cents", type: "bigint", as: "amount_cents" } },
    standard: "-at",
  },
  ["state"],
  ({ after, order }) => `${LIST} AND ${after} ${order}`,
);
