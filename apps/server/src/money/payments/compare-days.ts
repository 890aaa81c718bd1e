import type { TellContext } from "../../tell/messages/tell-player.ts";
import type { AppContext } from "../../core/context.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { keepArrival } from "./arrivals.queries.ts";
import type { PaymentAdapter, PaymentFacts } from "./payment-adapter.ts";
import { daysToCompare, writeDay } from "./payment-days.queries.ts";
import { bookedOn } from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { takeFacts } from "./take-facts.ts";

type Club = TellContext & Pick<AppContext, "db">;

/** Clock work: compares every day that is over and was not compared; a failure waits an hour. */
export async function compareDays(ctx: Club): Promise<void> {
  const connection = await ctx.connections.open("payment");
  if (connection === null) return;
  const { name } = connection.provider;
  try {
    for (const day of await daysToCompare(ctx.db.jobs, name)) await compareDay(ctx, name, day);
  } catch (error) {
    // It is noted at the connection.
    if (!(error instanceof ProviderFailure)) throw error;
  }
}

/**
 * Compares a provider's list of a day with the ledger. What only the list has is handled like an
 * answer to a question: booked, returned, or kept in Arrivals. What was booked that day and is not
 * listed is asked for one by one, since the provider's midnight may differ; what the provider
 * denies is kept in Arrivals. Fees are booked. Repeating it changes nothing.
 */
export async function compareDay(ctx: Club, provider: string, day: string): Promise<void> {
  const read = async (adapter: PaymentAdapter): Promise<PaymentFacts[] | null> =>
    await adapter.listDay(day);
  // Without a list, everything that was booked is asked for by itself.
  const list = (await ctx.connections.use("payment", read)) ?? [];
  const sums = { listed: 0, listed_cents: 0n, booked: 0, booked_cents: 0n, fees_cents: 0n };
  let differences = 0;
  for (const facts of list) {
    const row = await takeFacts(ctx, { provider, facts, eventId: null });
    sums.fees_cents += facts.feeCents ?? 0n;
    if (!CAME.has(facts.outcome)) continue;
    sums.listed += 1;
    sums.listed_cents += facts.amountCents;
    if (row === null || !isEqual(row, facts)) differences += 1;
    else if (row.booked_at !== null) {
      sums.booked += 1;
      sums.booked_cents += row.amount_cents;
    }
  }
  differences += await countDenied(ctx, { provider, day, list });
  await writeDay(ctx.db.jobs, { provider, day, ...sums, differences });
}

/** How many of the payments that were booked on a day the provider has neither listed nor knows. */
async function countDenied(
  ctx: Club,
  { provider, day, list }: { provider: string; day: string; list: readonly PaymentFacts[] },
): Promise<number> {
  const named = new Set(list.map((facts) => facts.paymentId));
  let denied = 0;
  for (const payment of await bookedOn(ctx.db.jobs, provider, day)) {
    if (!named.has(payment.payment_id) && (await isDenied(ctx, payment))) denied += 1;
  }
  return denied;
}

/** Outcomes by which money came, whatever became of it. */
const CAME = new Set<PaymentFacts["outcome"]>(["succeeded", "refunded", "disputed"]);

/** Whether the club's payment is what the list says; sent back in part or whole is no difference. */
function isEqual(payment: PaymentRow, facts: PaymentFacts): boolean {
  const isKnown = payment.state !== "asked" && payment.state !== "open";
  const isSame = payment.amount_cents === facts.amountCents && payment.currency === facts.currency;
  return isKnown && isSame && payment.state !== "failed";
}

async function isDenied(ctx: Club, payment: PaymentRow): Promise<boolean> {
  const facts = await readOne(ctx, payment.payment_id ?? "");
  if (facts !== null && CAME.has(facts.outcome)) return false;
  await withTransaction(ctx.db.jobs, async (tx) => {
    await keepArrival(tx, {
      provider: payment.provider,
      payment_id: payment.payment_id ?? "",
      charge_id: payment.charge_id,
      reference: payment.reference,
      outcome: "missing",
      why: "missing",
      amount_cents: payment.amount_cents,
      currency: payment.currency,
      funding: payment.funding,
      player_id: payment.player_id,
      payment: payment.id,
    });
  });
  return true;
}

/** One payment as the provider has it; null: it knows none. */
async function readOne(ctx: Club, paymentId: string): Promise<PaymentFacts | null> {
  try {
    const read = async (adapter: PaymentAdapter): Promise<PaymentFacts> =>
      await adapter.read(paymentId);
    return await ctx.connections.use("payment", read);
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === "refused") return null;
    throw error;
  }
}
