import type { PAYMENT_ARRIVAL_ACTS } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { addTopUp, endTopUp } from "../top-ups/settle-top-up.ts";
import { decideArrivalRow, goneOf, lockArrival, readArrival } from "./arrivals.queries.ts";
import type { ArrivalRow } from "./arrivals.queries.ts";
import { giveFailedRefund, undoCase } from "./give-back.ts";
import { takenAway, toldBy } from "./money-gone.ts";
import { takeBack } from "./payment-entries.ts";
import {
  followTopUp,
  insertPayment,
  keepNames,
  movePayment,
  readPayment,
} from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
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
  if (row.why === "refund_failed") return actsOfFailed(row);
  if (isNote(row)) return ["dismiss"];
  const acts: ArrivalAct[] = ["dismiss"];
  if (row.outcome === "succeeded") acts.unshift("return");
  if (row.currency === currency && row.amount_cents > 0n) acts.unshift("book");
  return acts;
}

/**
 * It moves nothing: a credit card's money that is spent was booked once already, and a refund or a
 * dispute takes only money that is booked, and no less than before.
 */
function isNote(row: ArrivalRow): boolean {
  const { outcome, why, payment, payment_state: state } = row;
  if (outcome === "succeeded") return why === "over";
  if (outcome !== "refunded" && outcome !== "disputed") return true;
  if (payment === null) return false;
  return state !== "paid" || (why === "over" && row.amount_cents !== row.payment_cents);
}

/** A dispute that took something, or keeps money from being booked, can still be won; a refund is for good. */
function actsOfCase(row: ArrivalRow): ArrivalAct[] {
  const hasMoney = row.taken_cents + row.missing_cents > 0n || row.payment_state === "disputed";
  return row.why === "disputed" && hasMoney ? ["won", "dismiss"] : ["dismiss"];
}

/** Money that was never booked is sent again; what was taken for the refund is the player's. */
function actsOfFailed({ payment_state: state }: ArrivalRow): ArrivalAct[] {
  return [state === "returned" ? "return" : "book", "dismiss"];
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
  if (act === "book" && ownerId !== null)
    await bookArrival(ctx, tx, { row, ownerId, operator, reason });
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
  // What it took does not count from here.
  if (act === "won") await undoCase(tx, row, await paymentOf(tx, row));
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

/** The payment that an arrival is of. @throws not_found */
async function paymentOf(tx: Connection, row: ArrivalRow): Promise<PaymentRow> {
  const payment = row.payment === null ? null : await readPayment(tx, row.payment);
  if (payment === null) throw new Refusal("not_found");
  return payment;
}

interface Booking {
  readonly row: ArrivalRow;
  readonly ownerId: string;
  readonly operator: { readonly id: string };
  readonly reason: string;
}

async function bookArrival(ctx: TellContext, tx: Connection, booking: Booking): Promise<void> {
  const { row, ownerId: playerId, operator, reason } = booking;
  if (row.outcome === "succeeded") await bookMoney(ctx, tx, booking);
  else if (row.outcome === "refund_failed")
    await giveFailedRefund(tx, row, { by: operator.id, reason });
  else if (row.payment !== null) await takePart(tx, row);
  else {
    await takeBack(tx, {
      playerId,
      amountCents: row.amount_cents,
      cause: `arrival:${row.id}:book`,
      reference: row.reference,
    });
  }
}

/**
 * What a refund or a dispute says is taken as if it were told now, so that it counts: what they come
 * to by then, or one more of its own.
 *
 * @throws payment.state where it was taken already
 */
async function takePart(tx: Connection, row: ArrivalRow): Promise<void> {
  const payment = await paymentOf(tx, row);
  const outcome = row.outcome === "disputed" ? "disputed" : "refunded";
  const { told_cents: before } = await goneOf(tx, payment.id, outcome);
  const cents = row.event_id === null ? row.amount_cents : before + row.amount_cents;
  if (cents <= before) throw new Refusal("payment.state", { state: outcome });
  const amountCents = cents < payment.amount_cents ? cents : payment.amount_cents;
  await takenAway(tx, payment, toldBy(row, { outcome, amountCents, backCents: amountCents }));
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
  // What was announced counts for the limit of deposits until it ends.
  if (row.payment !== null) await endTopUp(tx, row.top_up_id ?? "", "amount");
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
    await followTopUp(tx, row.payment, { topUpId, amountCents });
  }
  const id = row.payment ?? topUpId;
  await keepNames(tx, id, toldBy(row, { outcome: "succeeded" }).facts);
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
