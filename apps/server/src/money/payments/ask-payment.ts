import { Refusal } from "@club/domain";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import type { AppContext } from "../../core/context.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { withDeadline } from "../../core/http/deadline.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import type { Connection } from "../../desk/connections/connections.ts";
import { keepAsked, readPayment, takeDue } from "./payments.queries.ts";
import type { PaymentRow } from "./payments.queries.ts";
import { sendBackDue } from "./send-back.ts";
import { takeFacts } from "./take-facts.ts";

type Club = TellContext & Pick<AppContext, "db" | "log">;

const AT_ONCE = 20;
/** How long a player waits for the page; an answer of the club takes less than four seconds. */
const PAGE_WITHIN_MS = 3000;

/**
 * The page where the player pays. The provider is asked after the commit of the top-up and under
 * its id, so that asking again after a crash or a lost answer gives the same payment.
 *
 * @throws payment.away when the provider did not answer with a page; the same call may be
 *   repeated
 */
export async function payPageOf(ctx: Club, topUpId: string): Promise<string> {
  const payment = await readPayment(ctx.db.money, topUpId);
  if (payment === null) throw new Refusal("not_found");
  if (payment.redirect_url !== null) return payment.redirect_url;
  const connection = await ctx.connections.open("payment");
  if (connection?.provider.name !== payment.provider) throw new Refusal("payment.away");
  try {
    // What comes later is kept for the next press.
    return await withDeadline(ask(ctx, payment), PAGE_WITHIN_MS, "payment.away");
  } catch (error) {
    if (error instanceof ProviderFailure) throw new Refusal("payment.away");
    throw error;
  }
}

async function ask(ctx: Club, payment: PaymentRow): Promise<string> {
  crashPoint("payment.to-be-asked");
  const asked = await ctx.connections.use(
    "payment",
    async (adapter) =>
      await adapter.ask({
        id: payment.id,
        reference: payment.reference ?? "",
        amountCents: payment.amount_cents,
        currency: payment.currency,
        returnUrl: payment.return_url,
      }),
  );
  crashPoint("payment.asked");
  await keepAsked(ctx.db.money, payment.id, asked);
  crashPoint("payment.stored");
  return asked.redirectUrl;
}

/** Asks what became of a payment, and takes the answer. @throws ProviderFailure */
export async function askAbout(ctx: Club, id: string): Promise<PaymentRow | null> {
  const known = await readPayment(ctx.db.jobs, id);
  if (known === null) return null;
  // Nobody stored the answer: the same payment is asked for once more.
  if (known.payment_id === null) await ask(ctx, known);
  const payment = await readPayment(ctx.db.jobs, id);
  const paymentId = payment?.payment_id ?? null;
  if (payment === null || paymentId === null) return payment;
  const facts = await ctx.connections.use(
    "payment",
    async (adapter) => await adapter.read(paymentId),
  );
  return await takeFacts(ctx, { provider: payment.provider, facts, eventId: null });
}

/** Questions at once that follow from notices; where more come, the job asks them in its own time. */
const NOW = { name: "payments asked about", turns: { atOnce: 10, inLine: 90 } } as const;
const nowOf = perServer(() => new ConcurrencyLimit(Number.POSITIVE_INFINITY));

/**
 * A notice that did not say enough: the provider is asked at once, in the background. The caller saw
 * to it that the job asks where it does not answer. Never throws.
 */
export async function askNow(ctx: Club, id: string): Promise<void> {
  const ask = async () => await askAbout(ctx, id);
  await quietly(ctx, async () => await nowOf(ctx).run(NOW, "", ask));
}

/**
 * Clock work: asks about payments that have been open for over ten minutes, and sends back what is
 * to be returned. A provider that is down holds nothing else up; each payment waits for its next
 * turn.
 */
export async function watchPayments(ctx: Club, signal?: AbortSignal): Promise<void> {
  const connection = await ctx.connections.open("payment");
  if (connection === null) return;
  await askDue(ctx, connection, signal);
  await sendBackDue(ctx, connection, signal);
}

async function askDue(ctx: Club, { provider }: Connection, signal?: AbortSignal): Promise<void> {
  for (const id of await takeDue(ctx.db.jobs, provider.name, AT_ONCE)) {
    if (signal?.aborted === true) return;
    await quietly(ctx, async () => await askAbout(ctx, id));
  }
}

/** A provider's failure is noted at its connection, and the work waits for its next turn. */
async function quietly(ctx: Club, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProviderFailure) return;
    ctx.log.warn({ err: error }, "a payment waits for its next turn");
  }
}
