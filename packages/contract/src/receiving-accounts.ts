import { z } from "zod";
import { defineCall, id } from "./call.ts";

const MOST_ACCOUNTS = 20;

const line = (most: number) => z.string().trim().max(most);
/** Empty where the bank's country has none. */
const maybe = (most: number) =>
  line(most)
    .nullish()
    .transform((text) => text ?? "");

/** An account of the club's own that players pay into. */
export const receivingAccount = z.object({
  id,
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
  iban: z.string(),
  bic: z.string(),
  currency: z.string(),
  /** Whether players are shown it now. */
  is_open: z.boolean(),
});
export type ReceivingAccount = z.infer<typeof receivingAccount>;

/** As it is typed; without an id it is a new one. */
const typed = z.object({
  id: id.nullish(),
  bank_name: line(100).min(1),
  account_name: line(70).min(1),
  account_number: maybe(34),
  branch_code: maybe(20),
  iban: maybe(42),
  bic: maybe(14),
  currency: z.string().regex(/^[A-Z]{3}$/),
  is_open: z.boolean().default(true),
});

export const getReceivingAccounts = defineCall("GET /api/operator/receiving-accounts", {
  summary: "The club's own accounts that players pay into by transfer, as they stand.",
  access: ["owner", "cashier", "auditor"],
  data: z.object({
    /** The club's: players are offered accounts in it alone. */
    currency: z.string(),
    /** How often they were changed. */
    version: z.int(),
    /** The change that waits for a second operator. */
    approval_id: id.nullable(),
  }),
  list: z.array(receivingAccount),
});

export const setReceivingAccounts = defineCall("PUT /api/operator/receiving-accounts", {
  asksAgain: true,
  summary:
    "All of them, as they shall be from now on; one that is left out is gone. A new version each time. With four eyes on, a second operator agrees first.",
  access: ["owner"],
  body: z.array(typed).max(MOST_ACCOUNTS),
  data: z.object({
    status: z.enum(["done", "pending"]),
    version: z.int(),
    approval_id: id.nullable(),
  }),
  list: z.array(receivingAccount),
});
