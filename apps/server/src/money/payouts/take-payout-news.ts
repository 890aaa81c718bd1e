import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { tellMoney } from "../../tell/live/tell-money.ts";
import { tellQueue } from "../withdrawals/create-withdrawal.ts";
import { bookPaid, bookRejected } from "../withdrawals/decide-withdrawal.ts";
import { lockWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import type { LockedWithdrawal } from "../withdrawals/lock-withdrawal.ts";
import type { PayoutNews } from "./payout-adapter.ts";
import { findAsked, isNoticeKept, keepNotice } from "./payout-orders.queries.ts";
import type { NoticeOutcome } from "./payout-orders.queries.ts";

/** The reason that a player reads of a withdrawal that a provider could not pay. */
export const PAYOUT_FAILED = "payout_failed";

/**
 * Takes a provider's notice: once, repeated, late, in any order. What is not ours, or says another
 * amount or currency, is kept and books nothing.
 */
export async function takePayoutNews(ctx: AppContext, news: PayoutNews): Promise<NoticeOutcome> {
  return await withTransaction(ctx.db.jobs, async (tx) => {
    const asked = await findAsked(tx, news);
    const row = asked === null ? null : await lockWithdrawal(tx, asked);
    if (await isNoticeKept(tx, news.noticeId)) return "repeat";
    const outcome = row === null ? "unknown" : await decide(ctx, tx, { news, row });
    await keep(tx, { news, withdrawalId: asked, outcome });
    return outcome;
  });
}

/**
 * Books how a provider answered that it ended. An answer that contradicts what was booked meanwhile is
 * kept as a late notice is, once a withdrawal: it has no id of its own.
 */
export async function takePayoutAnswer(
  ctx: AppContext,
  id: string,
  { payoutId, outcome }: { payoutId: string | null; outcome: "paid" | "failed" },
): Promise<void> {
  await withTransaction(ctx.db.jobs, async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row === null || (await bookOutcome(ctx, tx, { row, outcome })) !== "late") return;
    const news = {
      noticeId: `answer:${id}`,
      outcome,
      type: `payout.${outcome}`,
      payoutId,
      reference: row.reference,
      amountCents: row.amount_cents,
      currency: ctx.settings.currency,
    };
    await keep(tx, { news, withdrawalId: id, outcome: "late" });
  });
}

/** What does not fit is looked at. */
async function keep(tx: Connection, kept: Parameters<typeof keepNotice>[1]): Promise<void> {
  await keepNotice(tx, kept);
  if (kept.outcome === "differs" || kept.outcome === "late") await tellQueue(tx);
}

async function decide(
  ctx: AppContext,
  tx: Connection,
  { news, row }: { news: PayoutNews; row: LockedWithdrawal },
): Promise<NoticeOutcome> {
  if (news.outcome === null) return "repeat";
  const isAmount = news.amountCents === null || news.amountCents === row.amount_cents;
  const isCurrency = news.currency === null || news.currency === ctx.settings.currency;
  if (!isAmount || !isCurrency) return "differs";
  return await bookOutcome(ctx, tx, { row, outcome: news.outcome });
}

/**
 * Books what became of a payout, once. What contradicts what was booked before is late: people look
 * at it.
 */
export async function bookOutcome(
  ctx: TellContext,
  tx: Connection,
  { row, outcome }: { row: LockedWithdrawal; outcome: "paid" | "failed" },
): Promise<"booked" | "repeat" | "late"> {
  const ended = outcome === "paid" ? "paid" : "rejected";
  if (row.status === ended) return "repeat";
  if (row.status !== "approved") return "late";
  if (outcome === "paid") await bookPaid(ctx, tx, { row, end: { by: null, reason: null } });
  else await bookRejected(ctx, tx, { row, end: { by: null, reason: PAYOUT_FAILED } });
  await audit(tx, {
    action: `payout.${outcome}`,
    target: row.id,
    before: { status: row.status },
    after: { status: ended, amount_cents: row.amount_cents, player_id: row.player_id },
  });
  await tellMoney(tx, row.player_id);
  await tellQueue(tx);
  return "booked";
}
