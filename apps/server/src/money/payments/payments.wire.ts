import type { PaymentArrivalView, PaymentView } from "@club/contract";
import { wireInstant } from "../../core/http/wire.ts";
import type { ArrivalRow } from "./arrivals.queries.ts";
import { actsOf } from "./decide-arrival.ts";
import type { ListedPayment } from "./payments.queries.ts";

export function toPayment(row: ListedPayment): PaymentView {
  return {
    topup_id: row.top_up_id,
    provider: row.provider,
    payment_id: row.payment_id,
    reference: row.reference,
    player_id: row.player_id,
    user_name: row.user_name,
    amount_cents: Number(row.amount_cents),
    left_cents: Number(row.left_cents),
    currency: row.currency,
    funding: row.funding,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    booked_at: wireInstant(row.booked_at),
    taken_at: wireInstant(row.taken_at),
    next_ask_at: wireInstant(row.next_ask_at),
    return_state: row.return_state,
    return_said: row.return_said,
  };
}

/** `currency` is the club's: money in another cannot be booked. */
export function toArrival(row: ArrivalRow, currency: string): PaymentArrivalView {
  return {
    arrival_id: row.id,
    provider: row.provider,
    payment_id: row.payment_id,
    reference: row.reference,
    outcome: row.outcome,
    why: row.why,
    amount_cents: Number(row.amount_cents),
    currency: row.currency,
    funding: row.funding,
    player_id: row.player_id,
    user_name: row.user_name,
    topup_id: row.top_up_id,
    taken_cents: Number(row.taken_cents),
    missing_cents: Number(row.missing_cents),
    state: row.state,
    acts: actsOf(row, currency),
    arrived_at: row.arrived_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: wireInstant(row.decided_at),
    reason: row.reason,
  };
}
