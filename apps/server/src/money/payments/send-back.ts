import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection as Transaction } from "../../core/db/connection.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import type { Connection } from "../../desk/connections/connections.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { endArrivalReturn, goneOf } from "./arrivals.queries.ts";
import { restore } from "./give-back.ts";
import { takeBack } from "./payment-entries.ts";
import { movePayment, paymentOfTopUp, readPayment } from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { endReturn, insertReturn, lastReturn, noteTry, takeDueReturns } from "./returns.queries.ts";
import type { ReturnRow } from "./returns.queries.ts";
import { goneBack } from "./money-gone.ts";

type Club = Pick<AppContext, "db" | "connections" | "log">;

const AT_ONCE = 20;

/** Sends what is due back by its provider, each under its own id, so that it goes once. */
export async function sendBackDue(
  ctx: Club,
  { provider }: Connection,
  signal?: AbortSignal,
): Promise<void> {
  for (const row of await takeDueReturns(ctx.db.jobs, provider.name, AT_ONCE)) {
    if (signal?.aborted === true) return;
    await sendBack(ctx, row);
  }
}

async function sendBack(ctx: Club, row: ReturnRow): Promise<void> {
  const { id, amount_cents: amountCents, currency } = row;
  const payment = row.payment === null ? null : await readPayment(ctx.db.jobs, row.payment);
  // Booked by asking, it may have got its charge since.
  const paymentId = payment?.charge_id ?? row.payment_id;
  try {
    await ctx.connections.use(
      "payment",
      async (adapter) => await adapter.giveBack({ id, paymentId, amountCents, currency }),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const isDone = isNo(error, row) ? await wentBefore(ctx, row, payment) : null;
    const said = error.said === "" ? error.reason : error.said;
    if (isDone === null) await noteTry(ctx.db.jobs, id, said);
    else await end(ctx, row, { isDone, said: isDone ? "" : error.said });
    return;
  }
  crashPoint("payment.sent-back");
  await end(ctx, row, { isDone: true, said: "" });
  crashPoint("payment.return-noted");
}

/** An earlier try may still be under way: HTTP's conflict, and Adyen's word for it. For some hours. */
const AT_WORK = { status: 409, word: /"errorCode"\s*:\s*"704"/, tries: 12 };

function isNo({ reason, answer, said }: ProviderFailure, { tries }: ReturnRow): boolean {
  const isRepeat = tries > 1 && tries < AT_WORK.tries;
  const isAtWork = answer === AT_WORK.status || AT_WORK.word.test(said);
  return reason === "refused" && !(isRepeat && isAtWork);
}

/**
 * A repeat may be refused because an earlier try, of which nobody knows, went through: then the
 * provider says how much of a booked payment has gone back. Null: it did not say.
 */
async function wentBefore(
  ctx: Club,
  row: ReturnRow,
  payment: PaymentRow | null,
): Promise<boolean | null> {
  const paymentId = payment?.payment_id ?? null;
  if (row.tries < 2 || payment?.state !== "refunding" || paymentId === null) return false;
  try {
    const facts = await ctx.connections.use("payment", async (it) => await it.read(paymentId));
    const told = [facts, ...(facts.parts ?? [])].filter(({ outcome }) => outcome === "refunded");
    const back = told.reduce((sum, each) => sum + each.amountCents, 0n);
    const { gone_cents: before } = await goneOf(ctx.db.jobs, payment.id, "refunded");
    return back >= before + row.amount_cents;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

/**
 * The provider has returned the money, or refuses to. A refused return of an unbooked payment stays
 * with the desk, which sees the provider's answer.
 */
async function end(
  ctx: Club,
  row: ReturnRow,
  { isDone, said }: { isDone: boolean; said: string },
): Promise<void> {
  await withTransaction(ctx.db.jobs, async (tx) => {
    const payment = row.payment === null ? null : await readPayment(tx, row.payment);
    if (payment !== null) await lockPlayer(tx, payment.player_id);
    if (!(await endReturn(tx, row.id, { state: isDone ? "done" : "refused", said }))) return;
    if (row.arrival_id !== null) await endArrivalReturn(tx, row.arrival_id, isDone);
    const locked = payment === null ? null : await readPayment(tx, payment.id);
    if (locked === null) return;
    if (isDone) await goneBack(tx, locked);
    else if (locked.state === "refunding") await restore(tx, row, locked);
    await tellMoney(tx, locked.player_id);
  });
}

export interface Refund {
  readonly topUpId: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
  readonly reason: string;
}

/** What can still be sent back of a booked payment: what did not go back in part. */
export async function leftOf(
  tx: Transaction,
  { id, amount_cents: amountCents }: Pick<PaymentRow, "id" | "amount_cents">,
): Promise<bigint> {
  return amountCents - (await goneOf(tx, id, "refunded")).gone_cents;
}

/**
 * Sends a booked payment back: from the player's cash now, by the provider after the commit. The
 * caller holds the player's lock.
 *
 * @throws not_found, payment.state, funds.insufficient
 */
export async function refundPayment(tx: Transaction, refund: Refund): Promise<string> {
  const payment = await paymentOfTopUp(tx, refund.topUpId);
  if (payment === null) throw new Refusal("not_found");
  if (payment.state !== "paid") throw new Refusal("payment.state", { state: payment.state });
  const { player_id: playerId, reference } = payment;
  const amountCents = await leftOf(tx, payment);
  const { cash_cents: cash } = await lockPlayer(tx, playerId);
  if (cash < amountCents) throw new Refusal("funds.insufficient", { balance_cents: cash });
  const id = await insertReturn(tx, {
    provider: payment.provider,
    payment_id: payment.charge_id ?? payment.payment_id ?? "",
    amount_cents: amountCents,
    currency: payment.currency,
    why: "desk",
    payment: payment.id,
  });
  if (id === null) throw new Refusal("payment.state", { state: "refunding" });
  await takeBack(tx, { playerId, amountCents, cause: `refund:${id}`, reference });
  await movePayment(tx, payment, { state: "refunding", mark: "taken" });
  await audit(tx, {
    action: "payment.refund",
    operator: refund.operator,
    request: refund.request,
    target: refund.topUpId,
    before: { state: payment.state },
    after: { state: "refunding", amount_cents: amountCents, player_id: playerId },
    reason: refund.reason,
  });
  await tellMoney(tx, playerId);
  return id;
}

/**
 * The return of an unbooked payment that its provider refused, with the payment. @throws not_found,
 * payment.state for any other
 */
export async function requireRefusedReturn(
  tx: Transaction,
  topUpId: string,
): Promise<{ payment: PaymentRow; last: ReturnRow }> {
  const payment = await paymentOfTopUp(tx, topUpId);
  if (payment === null) throw new Refusal("not_found");
  const last = await lastReturn(tx, payment.id);
  if (payment.state !== "returning" || last?.state !== "refused") {
    throw new Refusal("payment.state", { state: payment.state });
  }
  return { payment, last };
}

/**
 * Takes up a return that the provider refused: it is asked again under a new key, since it answered
 * the old one, or the money went back by another way. The money was never booked, so nothing is
 * posted. The caller holds the player's lock.
 *
 * @throws not_found, payment.state
 */
export async function decideReturn(
  tx: Transaction,
  asked: Refund & { readonly act: "again" | "sent" },
): Promise<void> {
  const { payment, last } = await requireRefusedReturn(tx, asked.topUpId);
  const { act, operator, request, reason } = asked;
  if (act === "sent") await movePayment(tx, payment, { state: "returned" });
  else {
    const { provider, amount_cents, currency, why } = last;
    await insertReturn(tx, {
      provider,
      payment_id: payment.charge_id ?? last.payment_id,
      amount_cents,
      currency,
      why,
      payment: payment.id,
    });
  }
  await audit(tx, {
    action: `payment.${act}`,
    operator,
    request,
    target: asked.topUpId,
    before: { state: payment.state },
    after: { amount_cents: last.amount_cents, player_id: payment.player_id },
    reason,
  });
  await tellMoney(tx, payment.player_id);
}
