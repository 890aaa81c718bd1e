import type { PAYMENT_ARRIVAL_ACTS } from "@club/contract";
import { Refusal, reversed, topUpTakenBack } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { bookEntry, tellWallet } from "../ledger/book-entry.ts";
import { addTopUp, endTopUp } from "../top-ups/settle-top-up.ts";
import { decideArrivalRow, lockArrival, readArrival } from "./arrivals.queries.ts";
import type { ArrivalRow } from "./arrivals.queries.ts";
import { takeBack } from "./payment-entries.ts";
import { followTopUp, insertPayment, keepNames, movePayment } from "./payments.queries.ts";
import { insertReturn } from "./returns.queries.ts";

export type ArrivalAct = (typeof PAYMENT_ARRIVAL_ACTS)[number];

export interface ArrivalDecision {
  readonly arrivalId: string;
  readonly act: ArrivalAct;
  /** Whose the money is; null: the player of the payment. */
  readonly playerId: string | null;
  /** The club's. */
  readonly currency: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
  readonly reason: string;
}

/** What can be done about an arrival now, in this club's currency. */
export function actsOf(row: ArrivalRow, currency: string): ArrivalAct[] {
  if (row.state !== "open") return [];
  // A case was booked when it came.
  if (row.why === "disputed" || row.why === "refunded") return actsOfCase(row);
  if (isNote(row)) return ["dismiss"];
  const acts: ArrivalAct[] = ["dismiss"];
  if (row.outcome === "succeeded") acts.unshift("return");
  if (row.currency === currency && row.amount_cents > 0n) acts.unshift("book");
  return acts;
}

/**
 * It moves nothing: a dispute during a refund is a case of its own when the refund has ended, and a
 * credit card's money that is spent was booked once already.
 */
function isNote({ outcome, why }: ArrivalRow): boolean {
  if (outcome === "missing" || outcome === "failed") return true;
  return why === "over" && (outcome === "disputed" || outcome === "succeeded");
}

/** A dispute that took something can still be won; a refund is for good. */
function actsOfCase({ why, taken_cents: taken, missing_cents: missing }: ArrivalRow): ArrivalAct[] {
  return why === "disputed" && taken + missing > 0n ? ["won", "dismiss"] : ["dismiss"];
}

/** Whom a decision is about; null: nobody. @throws not_found; request.invalid without a player */
export async function playerOfDecision(
  tx: Connection,
  asked: Pick<ArrivalDecision, "arrivalId" | "act" | "playerId">,
): Promise<string | null> {
  const row = await readArrival(tx, asked.arrivalId);
  if (row === null) throw new Refusal("not_found");
  const isFixed = row.payment !== null && row.player_id !== null;
  const playerId = isFixed ? row.player_id : (asked.playerId ?? row.player_id);
  const isOther = asked.playerId !== null && asked.playerId !== playerId;
  if (isOther || (playerId === null && asked.act === "book")) {
    throw new Refusal("request.invalid", { field: "player_id" });
  }
  return playerId;
}

/**
 * Decides an arrival, once. The caller holds the lock of the player, if there is one.
 *
 * @throws not_found, payment.state, payment.differs, limit.deposit
 */
export async function decideArrival(
  ctx: TellContext,
  tx: Connection,
  asked: ArrivalDecision & { readonly ownerId: string | null },
): Promise<void> {
  const row = await requireAct(tx, asked);
  const { act, ownerId, operator, request, reason } = asked;
  if (act === "return") await sendArrivalBack(tx, row);
  if (act === "book" && ownerId !== null) await bookArrival(ctx, tx, { row, ownerId, operator });
  if (act === "won" && ownerId !== null) await giveAgain(tx, row, ownerId);
  const states = {
    book: "booked",
    won: "booked",
    return: "returning",
    dismiss: "dismissed",
  } as const;
  await decideArrivalRow(tx, {
    id: row.id,
    state: states[act],
    by: operator.id,
    reason,
    ...(ownerId === null ? {} : { playerId: ownerId }),
  });
  await audit(tx, {
    action: `payment.${act}`,
    operator,
    request,
    target: row.id,
    before: { state: row.state, why: row.why },
    after: { state: states[act], amount_cents: row.amount_cents, player_id: ownerId },
    reason,
  });
  if (ownerId !== null) await tellMoney(tx, ownerId);
}

/** The arrival, locked, if this can be done about it now. */
export async function requireAct(
  tx: Connection,
  { arrivalId, act, currency }: Pick<ArrivalDecision, "arrivalId" | "act" | "currency">,
): Promise<ArrivalRow> {
  const row = await lockArrival(tx, arrivalId);
  if (row === null) throw new Refusal("not_found");
  if (!actsOf(row, currency).includes(act)) throw refusalOf(row, currency);
  return row;
}

function refusalOf(row: ArrivalRow, currency: string): Refusal {
  const isOther = row.state === "open" && row.currency !== currency;
  return isOther
    ? new Refusal("payment.differs")
    : new Refusal("payment.state", { state: row.state === "open" ? row.why : row.state });
}

/** A dispute that was won: what it took is cash again, what it could not take is borne no longer. */
async function giveAgain(tx: Connection, row: ArrivalRow, playerId: string): Promise<void> {
  const entryId = await bookEntry(tx, {
    kind: "top_up_back",
    cause: `arrival:${row.id}:won`,
    reference: row.reference,
    postings: reversed(topUpTakenBack(playerId, row.taken_cents, row.missing_cents)),
  });
  if (entryId === null) throw new Error("a dispute is won once");
  const { cash_cents: balanceCents } = await lockPlayer(tx, playerId);
  await tellWallet(tx, playerId, { balanceCents, entryIds: [entryId] });
}

interface Booking {
  readonly row: ArrivalRow;
  readonly ownerId: string;
  readonly operator: { readonly id: string };
}

async function bookArrival(ctx: TellContext, tx: Connection, booking: Booking): Promise<void> {
  const { row, ownerId: playerId } = booking;
  if (row.outcome === "succeeded") await bookMoney(ctx, tx, booking);
  else {
    await takeBack(tx, {
      playerId,
      amountCents: row.amount_cents,
      cause: `arrival:${row.id}:book`,
      reference: row.reference,
    });
  }
}

/** What came is a top-up of its own, with the amount that came. */
async function bookMoney(
  ctx: TellContext,
  tx: Connection,
  { row, ownerId, operator }: Booking,
): Promise<void> {
  if (row.payment !== null && !isUnbooked(row)) {
    throw new Refusal("payment.state", { state: row.payment_state });
  }
  const topUpId = await addTopUp(ctx, tx, {
    playerId: ownerId,
    method: "card",
    amountCents: row.amount_cents,
    by: operator.id,
  });
  await joinPayment(tx, row, topUpId);
}

const isUnbooked = (row: ArrivalRow): boolean =>
  ["asked", "open", "failed"].includes(row.payment_state ?? "");

/** Refunds and disputes of this money are those of the new top-up. */
async function joinPayment(tx: Connection, row: ArrivalRow, topUpId: string): Promise<void> {
  const { amount_cents: amountCents, provider, currency } = row;
  if (row.payment === null) {
    const { reference } = row;
    await insertPayment(tx, { topUpId, provider, reference, amountCents, currency, returnUrl: "" });
  } else {
    await endTopUp(tx, row.top_up_id ?? "", "amount");
    await followTopUp(tx, row.payment, { topUpId, amountCents });
  }
  const id = row.payment ?? topUpId;
  await keepNames(tx, id, {
    paymentId: row.payment_id,
    chargeId: row.charge_id,
    reference: null,
    outcome: "succeeded",
    amountCents,
    backCents: null,
    currency,
    funding: row.funding,
    feeCents: null,
  });
  await movePayment(tx, { id }, { state: "paid", mark: "booked" });
}

async function sendArrivalBack(tx: Connection, row: ArrivalRow): Promise<void> {
  const id = await insertReturn(tx, {
    provider: row.provider,
    payment_id: row.charge_id ?? row.payment_id,
    amount_cents: row.amount_cents,
    currency: row.currency,
    why: "arrival",
    arrival_id: row.id,
  });
  if (id === null) throw new Refusal("payment.state", { state: "returning" });
  if (row.payment === null || !isUnbooked(row)) return;
  if (row.payment_state !== "failed")
    await movePayment(tx, { id: row.payment }, { state: "failed" });
  await endTopUp(tx, row.top_up_id ?? "", "amount");
}

/** Takes the lock of the player whom a decision is about, and returns who that is. */
export async function lockDecision(
  tx: Connection,
  asked: Pick<ArrivalDecision, "arrivalId" | "act" | "playerId">,
): Promise<string | null> {
  const playerId = await playerOfDecision(tx, asked);
  if (playerId !== null) await lockPlayer(tx, playerId);
  return playerId;
}
