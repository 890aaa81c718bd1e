import type { Queryable } from "../../../core/db/connect.ts";
import type { PaymentNews } from "../top-up-method.ts";

export type Outcome = PaymentNews["outcome"];

export interface PaymentRow {
  id: string;
  top_up_id: string;
  amount_cents: bigint;
  outcome: Outcome | null;
}

/** What the sandbox provider knows of a payment, or null. Served by the primary key. */
export async function readPayment(db: Queryable, id: string): Promise<PaymentRow | null> {
  const { rows } = await db.query<PaymentRow & Record<string, unknown>>(
    `SELECT p.id, p.top_up_id, p.amount_cents,
       coalesce(p.outcome, CASE WHEN t.status IN ('rejected', 'expired') THEN 'cancelled' END) AS outcome
     FROM card_payment p JOIN top_up t ON t.id = p.top_up_id WHERE p.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Stores what "the bank" says, only the first time, and returns what is stored. */
export async function decidePayment(db: Queryable, id: string, outcome: Outcome): Promise<Outcome> {
  await db.query(
    `UPDATE card_payment SET outcome = $2, decided_at = club_now_ms() WHERE id = $1 AND outcome IS NULL`,
    [id, outcome],
  );
  return (await readPayment(db, id))?.outcome ?? outcome;
}
