import { z } from "zod";
import { defineCall, instant } from "./call.ts";

/** Far above any field's limit: a text too long for its field is refused by that field's rule. */
const MOST_TEXT = 200;
const text = z.string().max(MOST_TEXT);
const MOST_PASSWORD = 128;

export const bankCard = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  /** The last digits only, behind dots. */
  account_number: z.string(),
  branch_code: z.string(),
  swift_bic: z.string(),
  currency: z.string(),
  /** The club has checked it, so withdrawals may be paid to it. A change takes this back. */
  verified: z.boolean(),
  changed_at: instant,
});
export type BankCard = z.infer<typeof bankCard>;

/** The rules that a bank detail can break, in `params.rule` of `bank_card.invalid`. */
export { BANK_ACCOUNT_RULES as BANK_CARD_RULES } from "@club/domain";
export type { BankAccountRule as BankCardRule } from "@club/domain";

export const getBankCard = defineCall("GET /api/user/bank_card", {
  summary: "The player's bank account, its number masked; null where there is none.",
  access: "player",
  data: bankCard.nullable(),
});

export const postBankCard = defineCall("POST /api/user/bank_card", {
  summary:
    "Stores the player's bank account. Where one is there already it takes the `password` too, and the new one waits to be verified.",
  access: "player",
  body: z.object({
    bank_name: text,
    account_name: text,
    account_number: text,
    branch_code: text.nullish(),
    swift_bic: text.nullish(),
    currency: text,
    password: z.string().max(MOST_PASSWORD).nullish(),
  }),
  data: bankCard,
});
