import { getBalance, getTaxRate, getWallet } from "@club/contract";
import { formatCents } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { walletOf } from "../../people/player-lock/lock-player.ts";

export function walletRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getBalance, async ({ player }) => {
    const wallet = await walletOf(ctx.db.browsing, player.id);
    // The specification's one decimal amount: whole cents as two decimals are exact in a number.
    return { data: Number(formatCents(wallet.cash_cents)) };
  });
  register(app, ctx, getWallet, async ({ player }) => {
    const wallet = await walletOf(ctx.db.browsing, player.id);
    return {
      data: {
        cash_cents: Number(wallet.cash_cents),
        held_cents: Number(wallet.held_cents),
        bonus_cents: Number(wallet.bonus_cents),
        currency: ctx.settings.currency,
      },
    };
  });
  register(app, ctx, getTaxRate, async () => {
    const { currency, secondCurrency, exchangeRate } = ctx.settings;
    const rate = Number(exchangeRate);
    return {
      data: { rate, from_currency: currency, to_currency: secondCurrency ?? currency },
      beside: { rate },
    };
  });
}
