import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { lockPlayer } from "../../people/player-lock/lock-player.ts";
import { tellQueue } from "./deposit-limit.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { bookTopUp } from "./book-top-up.ts";
import type { PaymentNews, PaymentProvider } from "./top-up-method.ts";
import { decideRow, keepNews, readPayment, readTopUp } from "./top-ups.queries.ts";
import type { OperatorTopUpRow } from "./top-ups.queries.ts";

/**
 * Takes a provider's notice of a payment, once: a repeat, or another notice for a decided payment,
 * changes nothing. A paid one moves the money to the player's cash by the same entry as an approved
 * transfer; money that came but is not booked is given back.
 *
 * @throws not_found, card_event.refused when the amount or the currency differs
 */
export async function takePaymentNews(
  ctx: AppContext,
  provider: PaymentProvider,
  news: PaymentNews,
): Promise<void> {
  const isBooked = await withTransaction(ctx.db.money, async (tx) => {
    const topUp = await lockTopUp(ctx, tx, news);
    const isOpen = topUp.status === "created" || topUp.status === "submitted";
    if (!(await keepNews(tx, news)) || !isOpen) return topUp.status === "approved";
    const { status, reason } = await settle(ctx, tx, { topUp, news });
    await decideRow(tx, { id: topUp.id, status, by: null, reason });
    await audit(tx, {
      action: "topup.card",
      target: topUp.id,
      before: { status: topUp.status },
      after: { status, amount_cents: topUp.amount_cents, player_id: topUp.player_id },
      reason: reason ?? undefined,
    });
    await tellMoney(tx, topUp.player_id);
    await tellQueue(ctx, tx);
    return status === "approved";
  });
  if (news.outcome !== "paid" || isBooked) return;
  await provider.giveBack(ctx, { id: news.paymentId, amountCents: news.amountCents });
}

async function lockTopUp(
  ctx: AppContext,
  tx: Connection,
  news: PaymentNews,
): Promise<OperatorTopUpRow> {
  const payment = await readPayment(tx, knownId(news.paymentId));
  const seen = payment === null ? null : await readTopUp(tx, payment.top_up_id);
  if (payment === null || seen === null) throw new Refusal("not_found");
  if (payment.amount_cents !== news.amountCents || news.currency !== ctx.settings.currency) {
    throw new Refusal("card_event.refused");
  }
  await lockPlayer(tx, seen.player_id);
  return (await readTopUp(tx, seen.id)) ?? seen;
}

/** Rejects a payment that the player's limits no longer allow. */
async function settle(
  ctx: AppContext,
  tx: Connection,
  { topUp, news }: { topUp: OperatorTopUpRow; news: PaymentNews },
): Promise<{ status: "approved" | "rejected"; reason: string | null }> {
  if (news.outcome !== "paid") return { status: "rejected", reason: news.outcome };
  try {
    await bookTopUp(ctx, tx, topUp);
    return { status: "approved", reason: null };
  } catch (error) {
    if (error instanceof Refusal && error.code === "limit.deposit") {
      return { status: "rejected", reason: "limit" };
    }
    throw error;
  }
}
