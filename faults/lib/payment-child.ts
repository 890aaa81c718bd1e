import { createTopUp } from "../../apps/server/src/money/top-ups/create-top-up.ts";
import { watchPayments } from "../../apps/server/src/money/payments/ask-payment.ts";
import { paymentEnv } from "../../apps/server/src/test/payment-env.ts";
import { asChild, orderOf } from "./crash-child.ts";

/** What the process is told. */
export interface PaymentOrder {
  readonly databaseUrl: string;
  /** The provider's address. */
  readonly url: string;
  readonly playerId: string;
  readonly key: string;
  readonly choice: string;
}

/** A player asks for a payment, pays it, and the club's job asks what became of it. */
const { databaseUrl, url, playerId, key, choice } = orderOf<PaymentOrder>();
await asChild(
  databaseUrl,
  async (ctx) => {
    const made = await createTopUp(ctx, {
      playerId,
      idempotencyKey: key,
      method: "card",
      amountCents: 5000n,
      origin: "http://club.example",
    });
    const page = made.answer.redirect_url ?? "";
    await fetch(page, {
      method: "POST",
      body: new URLSearchParams({ choice }),
      redirect: "manual",
    });
    await ctx.db.jobs.query("UPDATE payment SET next_ask_at = now() WHERE next_ask_at IS NOT NULL");
    await watchPayments(ctx);
  },
  paymentEnv("standard", url),
);
