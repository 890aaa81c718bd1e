import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { choiceField, defineSettings, readGroup } from "../../core/db/setting-groups.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { requireMayPlay } from "../../people/protection/require-may-play.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { endTopUp, refuseTopUp, settleTopUp } from "../top-ups/settle-top-up.ts";
import { endArrivalReturn, goneOf, type ArrivalReason } from "./arrivals.queries.ts";
import { refundFailed } from "./give-back.ts";
import { arrive, arriveDispute, goneBack, isOfPart, takenAway, type Told } from "./money-gone.ts";
import { bookFee, takeBack } from "./payment-entries.ts";
import type { PaymentFacts } from "./payment-adapter.ts";
import {
  findPayment,
  keepNames,
  keepNotice,
  movePayment,
  readPayment,
} from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { endReturn, hasFailedLast, insertReturn, returnOfArrival } from "./returns.queries.ts";

interface Taking extends Told {
  readonly ctx: TellContext;
}

/** What is taken of cards and wallets. */
export const PAYMENTS = defineSettings({
  name: "payments",
  isMoney: true,
  fields: { credit: choiceField(["refuse", "accept"], "refuse") },
});

/**
 * Processes what a provider reports about a payment, in a notice or an answer: each event once, in
 * any order, under the player's lock. Money that arrived is booked if the player may still top up,
 * and returned otherwise. What does not match the requested payment is kept in Arrivals and moves
 * nothing. Returns the payment, or null if the club does not know it.
 */
export async function takeFacts(
  ctx: TellContext & Pick<AppContext, "db">,
  told: Told,
): Promise<PaymentRow | null> {
  const row = await withTransaction(ctx.db.money, async (tx) => {
    const payment = await lockPayment(tx, told);
    const { provider, eventId, facts } = told;
    const isNew = eventId === null || (await keepNotice(tx, { provider, eventId, facts }));
    if (!isNew || facts.outcome === "open") return payment;
    let after = await take(tx, payment, { ...told, ctx });
    for (const part of facts.parts ?? []) {
      // What the club sends back is no news, and money that is not booked has no parts.
      if (after?.state === "paid") after = await take(tx, after, { ...told, ctx, facts: part });
    }
    crashPoint("payment.taken");
    return after;
  });
  crashPoint("payment.committed");
  return row;
}

async function take(
  tx: Connection,
  payment: PaymentRow | null,
  told: Taking,
): Promise<PaymentRow | null> {
  const { facts } = told;
  if (await isOfArrival(tx, payment, told)) return payment;
  const why = payment === null ? "unknown" : differenceOf(payment, facts);
  if (payment === null || why !== null) {
    await arrive(tx, { told, payment, why: why ?? "unknown" });
    return payment;
  }
  await keepNames(tx, payment.id, facts);
  await MOVES[facts.outcome](tx, payment, told);
  if (facts.feeCents !== null) await bookFee(tx, payment, facts.feeCents);
  const after = (await readPayment(tx, payment.id)) ?? payment;
  if (after.state !== payment.state) await note(tx, { before: payment.state, after });
  return after;
}

/** Whether this is told of money that was never booked and that the club itself sends back. */
async function isOfArrival(
  tx: Connection,
  payment: PaymentRow | null,
  told: Taking,
): Promise<boolean> {
  if (payment === null && told.facts.outcome === "refund_failed") {
    await refundFailed(tx, payment, told);
    return true;
  }
  return told.facts.outcome === "refunded" && (await sentArrivalBack(tx, payment, told));
}

/** Money that was never booked and that the club itself sent back is no news. */
async function sentArrivalBack(
  tx: Connection,
  payment: PaymentRow | null,
  { provider, facts }: Told,
): Promise<boolean> {
  if (payment?.state === "paid") return false;
  const names = [facts.chargeId, facts.paymentId].filter((name) => name !== null);
  const own = await returnOfArrival(tx, { provider, names, amountCents: facts.amountCents });
  if (own === null || own.arrival_id === null) return false;
  if (await endReturn(tx, own.id, { state: "done", said: "" })) {
    await endArrivalReturn(tx, own.arrival_id, true);
  }
  return true;
}

async function note(
  tx: Connection,
  { before, after }: { before: string; after: PaymentRow },
): Promise<void> {
  await audit(tx, {
    action: "payment.told",
    target: after.top_up_id,
    before: { state: before },
    after: { state: after.state, amount_cents: after.amount_cents, player_id: after.player_id },
  });
  await tellMoney(tx, after.player_id);
}

/** Finds the payment, and reads it again under its player's lock. */
async function lockPayment(tx: Connection, { provider, facts }: Told): Promise<PaymentRow | null> {
  const seen = await findPayment(tx, provider, facts);
  if (seen === null) return null;
  await lockPlayer(tx, seen.player_id);
  return await findPayment(tx, provider, facts);
}

/** What of a payment is not as it was asked for; null: nothing. */
function differenceOf(payment: PaymentRow, facts: PaymentFacts): ArrivalReason | null {
  const isNamed = facts.reference !== null && payment.reference !== null;
  if (isNamed && facts.reference !== payment.reference) return "reference";
  if (facts.currency !== payment.currency) return "currency";
  const isEqual = facts.amountCents === payment.amount_cents;
  // A refund that failed may have been of less, whatever became of the payment.
  const fits = isEqual || facts.outcome === "refund_failed" || isOfPart(payment, facts);
  return fits ? null : "amount";
}

type Move = (tx: Connection, payment: PaymentRow, told: Taking) => Promise<void>;

/** What each outcome does to a payment that fits. The caller holds the player's lock. */
const MOVES: Readonly<Record<PaymentFacts["outcome"], Move>> = {
  open: async () => undefined,
  succeeded: async (tx, payment, told) => {
    const isNew = ["asked", "open", "failed"].includes(payment.state);
    if (isNew) await admit(tx, payment, told);
    else if (payment.state === "paid" && payment.funding === null) {
      if (await isUnwantedCredit(tx, told.facts)) await sendCreditBack(tx, payment, told);
    }
  },
  failed: async (tx, payment, told) => {
    if (payment.state === "asked" || payment.state === "open") {
      await movePayment(tx, payment, { state: "failed" });
      await endTopUp(tx, payment.top_up_id, "declined");
    } else if (payment.state === "paid") await arrive(tx, { told, payment, why: "over" });
  },
  refunded: async (tx, payment, told) => {
    const { state } = payment;
    if (state === "returned" || state === "refunded") return;
    if (state === "returning" || state === "refunding") return await goneBack(tx, payment);
    // Who hears of a refund after the club's own failed may hear of that one, late: people look.
    const isDoubtful = told.eventId !== null && (await hasFailedLast(tx, payment.id));
    if (state === "disputed" || isDoubtful) await arrive(tx, { told, payment, why: "over" });
    else await takenAway(tx, payment, told);
  },
  refund_failed: refundFailed,
  disputed: async (tx, payment, told) => {
    if (payment.state === "disputed") return;
    // What the club asks may be told of the dispute that was won; another is an event.
    if (told.eventId === null && (await goneOf(tx, payment.id, "disputed")).is_won) return;
    const isOver = ["returning", "returned", "refunded"].includes(payment.state);
    // The money went back already: what is left is a case to look at.
    if (isOver) await arriveDispute(tx, { told, payment, why: "disputed" });
    // Whether it goes back is not known yet: the case is made when it is.
    else if (payment.state === "refunding") await arriveDispute(tx, { told, payment, why: "over" });
    else await takenAway(tx, payment, told);
  },
};

/** Money has come: books it if the player may top up with it now, or sends it back. */
async function admit(tx: Connection, payment: PaymentRow, { ctx, facts }: Taking): Promise<void> {
  const { top_up_id: topUpId } = payment;
  const why = await unwanted(tx, payment.player_id, facts);
  const isBooked =
    why === null && !(await refuses(async () => await settleTopUp(ctx, tx, { topUpId })));
  if (isBooked) {
    await movePayment(tx, payment, { state: "paid", mark: "booked" });
    return;
  }
  await movePayment(tx, payment, { state: "returning" });
  await insertReturn(tx, {
    provider: payment.provider,
    payment_id: facts.chargeId ?? facts.paymentId ?? payment.payment_id ?? "",
    amount_cents: payment.amount_cents,
    currency: payment.currency,
    why: why ?? "limit",
    payment: payment.id,
  });
  await refuseTopUp(tx, topUpId, why ?? "limit");
}

/** Why money is not wanted whatever the limits say; null: it is. */
async function unwanted(
  tx: Connection,
  playerId: string,
  facts: PaymentFacts,
): Promise<"credit" | "barred" | null> {
  if (await isUnwantedCredit(tx, facts)) return "credit";
  return (await refuses(async () => await requireMayPlay(tx, playerId))) ? "barred" : null;
}

async function isUnwantedCredit(tx: Connection, { funding }: PaymentFacts): Promise<boolean> {
  return funding?.toLowerCase() === "credit" && (await readGroup(tx, PAYMENTS)).credit === "refuse";
}

/**
 * It was booked by asking, where the answer does not say by which card it came, and its notice says
 * it now: it goes back if it is still there, else people look at it.
 */
async function sendCreditBack(tx: Connection, payment: PaymentRow, told: Taking): Promise<void> {
  const { player_id: playerId, reference, amount_cents: amountCents } = payment;
  const { gone_cents: gone } = await goneOf(tx, payment.id, "refunded");
  const { cash_cents: cash } = await lockPlayer(tx, playerId);
  const id =
    gone > 0n || cash < amountCents
      ? null
      : await insertReturn(tx, {
          provider: payment.provider,
          payment_id: told.facts.chargeId ?? payment.charge_id ?? payment.payment_id ?? "",
          amount_cents: amountCents,
          currency: payment.currency,
          why: "credit",
          payment: payment.id,
        });
  if (id === null) return await arrive(tx, { told, payment, why: "over" });
  await takeBack(tx, { playerId, amountCents, cause: `refund:${id}`, reference });
  await movePayment(tx, payment, { state: "refunding", mark: "taken" });
}

/** Whether something is refused; it must have written nothing by then. */
async function refuses(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
