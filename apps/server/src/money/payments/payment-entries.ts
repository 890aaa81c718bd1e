import { paymentFeeKept, topUpTakenBack } from "@club/domain";
import type { Connection } from "../../core/db/connection.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import type { PaymentRow } from "./payments.queries.ts";

export interface TakingBack {
  readonly playerId: string;
  readonly amountCents: bigint;
  readonly cause: string;
  readonly reference: string | null;
}

/**
 * Takes the money of a payment back from the player's cash; what cash does not cover is booked to
 * chargebacks. Returns both parts. The caller holds the player's lock.
 */
export async function takeBack(
  tx: Connection,
  taking: TakingBack,
): Promise<{ takenCents: bigint; missingCents: bigint }> {
  const { playerId, amountCents, cause, reference } = taking;
  const { cash_cents: cash } = await lockPlayer(tx, playerId);
  const takenCents = cash < amountCents ? cash : amountCents;
  const missingCents = amountCents - takenCents;
  const postings = topUpTakenBack(playerId, takenCents, missingCents);
  const entryId = await bookEntry(tx, { kind: "top_up_back", cause, reference, postings });
  if (entryId === null) throw new Error("a payment is taken back once");
  await tellWallet(tx, playerId, { balanceCents: cash - takenCents, entryIds: [entryId] });
  return { takenCents, missingCents };
}

/** What the provider keeps of a payment that was booked, once. */
export async function bookFee(
  tx: Connection,
  payment: PaymentRow,
  feeCents: bigint,
): Promise<boolean> {
  if (feeCents <= 0n) return false;
  const entryId = await bookEntry(tx, {
    kind: "payment_fee",
    cause: `payment:${payment.id}:fee`,
    reference: payment.reference,
    postings: paymentFeeKept(feeCents),
  });
  if (entryId === null) return false;
  // The chain takes it from here.
  await tx.query("SELECT tell('operator', 'queue', $1, $2::uuid[])", [
    JSON.stringify({ queue: "payments" }),
    [entryId],
  ]);
  return true;
}
