import { Refusal, reversed, topUpTakenBack } from "@club/domain";
import type { Connection } from "../../core/db/connection.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { caseOfRefund, decideArrivalRow, endArrivalReturn } from "./arrivals.queries.ts";
import type { ArrivalRow } from "./arrivals.queries.ts";
import { arrive, hearDispute } from "./money-gone.ts";
import type { Told } from "./money-gone.ts";
import { askSoon, movePayment, readPayment } from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { failedReturn, refuseReturn } from "./returns.queries.ts";
import type { ReturnRow } from "./returns.queries.ts";

/* Money that was taken from a player for a refund or a dispute, and is his again after all. */

/** The provider did not make a refund: the player gets the money back. */
export async function restore(tx: Connection, row: ReturnRow, payment: PaymentRow): Promise<void> {
  await giveBack(tx, payment, { cause: `refund:${row.id}:refused`, takenCents: row.amount_cents });
  await bringBack(tx, payment);
}

/** It is paid again, unless it was disputed meanwhile. */
async function bringBack(tx: Connection, payment: PaymentRow): Promise<void> {
  await movePayment(tx, payment, { state: "paid", mark: "restored" });
  await hearDispute(tx, { ...payment, state: "paid" });
}

/**
 * A case is over in the player's favour: what it took is cash again, what it could not take is borne
 * no longer. Of a payment that was never booked the provider is asked anew.
 */
export async function undoCase(
  tx: Connection,
  row: ArrivalRow,
  payment: PaymentRow,
): Promise<void> {
  const { taken_cents: takenCents, missing_cents: missingCents } = row;
  const isEnded = payment.state === "refunded" || payment.state === "disputed";
  if (takenCents + missingCents > 0n) {
    await giveBack(tx, payment, { cause: `arrival:${row.id}:won`, takenCents, missingCents });
    if (isEnded) await bringBack(tx, payment);
  } else if (payment.booked_at === null && payment.state === row.why) {
    await movePayment(tx, payment, { state: "open" });
    await askSoon(tx, payment.id);
  }
}

async function giveBack(
  tx: Connection,
  { player_id: playerId, reference }: PaymentRow,
  given: { cause: string; takenCents: bigint; missingCents?: bigint },
): Promise<void> {
  const { cause, takenCents, missingCents } = given;
  const postings = reversed(topUpTakenBack(playerId, takenCents, missingCents));
  const entryId = await bookEntry(tx, { kind: "top_up_back", cause, reference, postings });
  if (entryId === null) throw new Error("what was taken is given back once");
  const { cash_cents: balanceCents } = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents, entryIds: [entryId] });
}

/**
 * A refund did not reach the payer. What the club sends back is refused, as if the provider had said
 * so at once; of what had gone already, people decide. The caller holds the player's lock.
 */
export async function refundFailed(
  tx: Connection,
  payment: PaymentRow | null,
  told: Told,
): Promise<void> {
  const { provider, facts } = told;
  const names = [facts.chargeId, facts.paymentId, payment?.charge_id, payment?.payment_id];
  const back = await refuseReturn(tx, {
    provider,
    names: names.filter((name) => typeof name === "string"),
    amountCents: facts.amountCents,
  });
  // An arrival that was sent back waits for people again.
  if (typeof back?.arrival_id === "string") await endArrivalReturn(tx, back.arrival_id, false);
  else if (payment === null) await arrive(tx, { told, payment, why: "unknown" });
  else if (payment.state === "refunding" && back !== null) await restore(tx, back, payment);
  else if (await isGone(tx, payment, { back, amountCents: facts.amountCents })) {
    await arrive(tx, { told, payment, why: "refund_failed" });
  }
}

/** Whether the money had gone back, as far as the club knew. What is still going back the desk takes up. */
async function isGone(
  tx: Connection,
  { id, state }: PaymentRow,
  { back, amountCents }: { back: ReturnRow | null; amountCents: bigint },
): Promise<boolean> {
  if (state === "returning") return false;
  if (back !== null || state === "returned" || state === "refunded") return true;
  return (await caseOfRefund(tx, id, amountCents)) !== null;
}

/**
 * The desk gives the player what a refund took that did not reach the payer. The caller holds the
 * player's lock.
 *
 * @throws payment.state where nothing was taken for it
 */
export async function giveFailedRefund(
  tx: Connection,
  row: ArrivalRow,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const payment = await readPayment(tx, row.payment ?? "");
  if (payment === null) throw new Refusal("not_found");
  const back = await failedReturn(tx, payment.id, row.amount_cents);
  if (back !== null) return await restore(tx, back, payment);
  const taken = await caseOfRefund(tx, payment.id, row.amount_cents);
  if (taken === null) throw new Refusal("payment.state", { state: payment.state });
  await decideArrivalRow(tx, { id: taken.id, state: "booked", by, reason });
  await undoCase(tx, taken, payment);
}
