import { z } from "zod";
import { cents, defineCall } from "./call.ts";

export const getBalance = defineCall("GET /api/user/balance", {
  summary: "The player's cash as a decimal amount (1284.5).",
  access: "player",
  data: z.number(),
});

export const getWallet = defineCall("GET /api/user/wallet", {
  summary: "What the player has: cash to bet with, held for withdrawals, bonus.",
  access: "player",
  data: z.object({
    cash_cents: cents,
    held_cents: cents,
    bonus_cents: cents,
    currency: z.string(),
  }),
});

export const getTaxRate = defineCall("GET /api/taxrate/tax-rate", {
  summary:
    "Club currency to its second currency, for display. The rate stands in `data` and beside it.",
  access: "public",
  data: z.object({ rate: z.number(), from_currency: z.string(), to_currency: z.string() }),
  beside: z.object({ rate: z.number() }),
});
