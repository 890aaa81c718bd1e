import { Refusal } from "@club/domain";
import { defineTopUpMethod } from "../top-ups/top-up-method.ts";
import { payPageOf } from "./ask-payment.ts";
import { insertPayment } from "./payments.queries.ts";

/** Topping up by card or wallet, at whichever provider the payment connection leads to. */
export const card = defineTopUpMethod({
  id: "card",
  leastCents: 1n,
  mostCents: 100_000_000n,
  expiresAfterHours: 1,
  isOpen: async (ctx) => (await ctx.connections.open("payment")) !== null,
  connected: {
    note: async (ctx, tx, payment) => {
      const connection = await ctx.connections.open("payment");
      if (connection === null) throw new Refusal("top_up.method_unknown", { field: "method" });
      const { currency } = ctx.settings;
      const provider = connection.provider.name;
      await insertPayment(tx, { ...payment, provider, currency });
    },
    payPage: payPageOf,
  },
});
