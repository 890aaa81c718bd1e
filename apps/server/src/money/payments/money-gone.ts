import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../../desk/operators/audit.ts";
import { endTopUp } from "../top-ups/settle-top-up.ts";
import { closeTaken, disputeMeanwhile, goneOf, keepArrival } from "./arrivals.queries.ts";
import type { ArrivalReason, ArrivalRow } from "./arrivals.queries.ts";
import { takeBack } from "./payment-entries.ts";
import type { PaymentFacts } from "./payment-adapter.ts";
import { movePayment, playerOfReference } from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { endReturn, waitingReturn } from "./returns.queries.ts";

export interface Told {
  readonly provider: string;
  readonly facts: PaymentFacts;
  /** The notice's event, which is taken once; null: the club asked. */
  readonly eventId: string | null;
}

/** Whether a refund or dispute is of a part of money that was booked. */
export function isOfPart(
  { state, amount_cents: cents }: PaymentRow,
  { backCents }: PaymentFacts,
): boolean {
  return state === "paid" && backCents !== null && backCents > 0n && backCents < cents;
}

interface Arriving {
  readonly told: Told;
  readonly payment: PaymentRow | null;
  readonly why: ArrivalReason;
  readonly taken?: { takenCents: bigint; missingCents: bigint };
  readonly number?: number;
}

/** Keeps what cannot be booked for people to look at. */
export async function arrive(tx: Connection, arriving: Arriving): Promise<void> {
  const { told, payment, why, taken = { takenCents: 0n, missingCents: 0n } } = arriving;
  const { provider, facts } = told;
  await keepArrival(tx, {
    provider,
    ...namesOf(facts, payment),
    reference: facts.reference,
    outcome: facts.outcome,
    why,
    amount_cents: facts.amountCents,
    currency: facts.currency,
    funding: facts.funding,
    ...(payment === null
      ? { player_id: await playerOfReference(tx, facts.reference), payment: null }
      : { player_id: payment.player_id, payment: payment.id }),
    taken_cents: taken.takenCents,
    missing_cents: taken.missingCents,
    event_id: isOwn(told, payment) ? told.eventId : null,
    number: arriving.number ?? 1,
  });
}

/**
 * Whether an event is a fact of its own, so that another with the same words is another: a refund
 * that failed, or a refund or dispute of a part that does not say what all of them come to.
 */
function isOwn({ facts }: Told, payment: PaymentRow | null): boolean {
  if (facts.outcome === "refund_failed") return true;
  const isBack = facts.outcome === "refunded" || facts.outcome === "disputed";
  return isBack && facts.backCents === null && facts.amountCents !== payment?.amount_cents;
}

function namesOf(
  facts: PaymentFacts,
  payment: PaymentRow | null,
): { payment_id: string; charge_id: string | null } {
  return {
    payment_id: facts.paymentId ?? payment?.payment_id ?? facts.chargeId ?? "",
    charge_id: facts.chargeId ?? payment?.charge_id ?? null,
  };
}

/** What the club sent back has arrived there. */
export async function goneBack(tx: Connection, payment: PaymentRow): Promise<void> {
  const waiting = await waitingReturn(tx, payment.id);
  if (waiting !== null) await endReturn(tx, waiting.id, { state: "done", said: "" });
  const state = payment.state === "returning" ? "returned" : "refunded";
  await movePayment(tx, payment, { state });
  await hearDispute(tx, { ...payment, state });
}

/** A refund has ended, or failed: makes the case of a dispute that was told meanwhile. */
export async function hearDispute(tx: Connection, payment: PaymentRow): Promise<void> {
  const kept = await disputeMeanwhile(tx, payment.id);
  if (kept === null) return;
  const told = toldBy(kept, { outcome: "disputed" });
  if (payment.state === "paid") await takenAway(tx, payment, told);
  else if (kept.why === "over") await keepDispute(tx, { told, payment, why: "disputed" });
}

type Disputed = Arriving & { readonly payment: PaymentRow };

/** A dispute that takes nothing now: kept unless one waits already to take it. */
export async function arriveDispute(tx: Connection, arriving: Disputed): Promise<void> {
  const known = await disputeMeanwhile(tx, arriving.payment.id);
  if (known === null) await keepDispute(tx, arriving);
}

async function keepDispute(tx: Connection, arriving: Disputed): Promise<void> {
  const { empty } = await goneOf(tx, arriving.payment.id, "disputed");
  await arrive(tx, { ...arriving, number: 1 + empty });
}

/** What an arrival was told, to be taken now. */
export function toldBy(
  row: ArrivalRow,
  now: Pick<PaymentFacts, "outcome"> & Partial<PaymentFacts>,
): Told {
  const facts: PaymentFacts = {
    paymentId: row.payment_id,
    chargeId: row.charge_id,
    reference: row.reference,
    amountCents: row.amount_cents,
    backCents: null,
    currency: row.currency,
    funding: row.funding,
    feeCents: null,
    ...now,
  };
  return { provider: row.provider, eventId: null, facts };
}

/**
 * The payer's bank or the provider took money away, all of a payment or a part: from cash, the rest
 * from chargebacks. A part that was told before takes nothing; less than that is looked at.
 */
export async function takenAway(tx: Connection, payment: PaymentRow, told: Told): Promise<void> {
  const { facts } = told;
  const state = facts.outcome === "disputed" ? "disputed" : "refunded";
  const isPart = isOfPart(payment, facts);
  const { gone_cents: gone, told_cents: before, empty } = await goneOf(tx, payment.id, state);
  const number = 1 + empty;
  const left = payment.amount_cents - gone;
  const more = isPart ? facts.amountCents - before : left;
  if (more < 0n) return await arrive(tx, { told, payment, why: "over" });
  if (more === 0n) return;
  const taken = await takeIfBooked(tx, payment, {
    amountCents: more < left ? more : left,
    cause: causeOf(payment, { state, partCents: isPart ? facts.amountCents : null, number }),
  });
  if (more >= left) await endAs(tx, payment, state);
  await closeTaken(tx, payment.id, { outcome: state, amountCents: facts.amountCents });
  await arrive(tx, { told, payment, why: state, taken, number });
  await audit(tx, {
    action: "payment.taken_back",
    target: payment.player_id,
    after: {
      taken_cents: taken.takenCents,
      missing_cents: taken.missingCents,
      top_up_id: payment.top_up_id,
    },
  });
}

/** The ledger takes each cause once; what was given back may be taken again, under a number. */
function causeOf(
  { id }: PaymentRow,
  { state, partCents, number }: { state: string; partCents: bigint | null; number: number },
): string {
  const part = partCents === null ? "" : `:${partCents}`;
  return `payment:${id}:${state}${part}${number > 1 ? `#${number}` : ""}`;
}

async function takeIfBooked(
  tx: Connection,
  { booked_at: bookedAt, player_id: playerId, reference }: PaymentRow,
  what: { amountCents: bigint; cause: string },
): ReturnType<typeof takeBack> {
  if (bookedAt === null) return { takenCents: 0n, missingCents: 0n };
  return await takeBack(tx, { playerId, reference, ...what });
}

/** All of it is gone. */
async function endAs(
  tx: Connection,
  payment: PaymentRow,
  state: "refunded" | "disputed",
): Promise<void> {
  await movePayment(tx, payment, { state, ...(payment.booked_at && { mark: "taken" }) });
  await endTopUp(tx, payment.top_up_id, "refunded");
}
