import { BANK_DATE_FORMATS } from "@club/domain";
import { z } from "zod";
import { cents, day, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { BANK_LINE_SORTS } from "./choices.ts";

const READERS = ["owner", "cashier", "auditor"] as const;
const CASHIERS = ["owner", "cashier"] as const;

const column = z.string().trim().max(60);

/** Columns of a bank's CSV: headings, or positions counted from one; empty: no such column. */
export const csvProfile = z.object({
  id: z.string().trim().min(1).max(40),
  delimiter: z.enum([",", ";", "\t"]),
  hasHead: z.boolean(),
  decimal: z.enum([".", ","]),
  dateFormat: z.enum(BANK_DATE_FORMATS),
  date: column.min(1),
  amount: z.union([column.min(1), z.object({ in: column.min(1), out: column.min(1) })]),
  reference: column,
  name: column,
  details: column,
});

export const listBankProfiles = defineCall("GET /api/operator/bank/profiles", {
  summary: "Columns of the CSV files of banks: those that are built in, and the club's own.",
  access: READERS,
  list: z.array(csvProfile.extend({ is_own: z.boolean() })),
});

export const saveBankProfile = defineCall("PUT /api/operator/bank/profiles", {
  asksAgain: false,
  summary: "Keeps the columns of the club's own bank under a name; the same name is a new version.",
  access: CASHIERS,
  body: csvProfile,
  data: csvProfile,
});

export const MATCH_KINDS = ["top_up", "withdrawal", "payout_file"] as const;
export const BANK_LINE_STATUSES = ["open", "matched", "booked", "explained"] as const;
export const BANK_LINE_KINDS = ["fee", "interest", "own_transfer", "other"] as const;

export const bankLine = z.object({
  line_id: id,
  day,
  /** Above zero for money in. */
  amount_cents: cents,
  reference: z.string(),
  name: z.string(),
  details: z.string(),
  status: z.enum(BANK_LINE_STATUSES),
  kind: z.enum(BANK_LINE_KINDS).nullable(),
  note: z.string().nullable(),
  /** Explained by going back to whom it came from. */
  is_sent_back: z.boolean(),
  /** What it is, or what is proposed. */
  match: z
    .object({
      kind: z.enum(MATCH_KINDS),
      target_id: id,
      reference: z.string(),
      user_name: z.string().nullable(),
      full_name: z.string().nullable(),
      amount_cents: cents,
      /** The state of the top-up, the withdrawal or the file. */
      status: z.string(),
      strength: z.enum(["certain", "likely", "look"]).nullable(),
      has_reference: z.boolean(),
      has_amount: z.boolean(),
      has_name: z.boolean(),
    })
    .nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
});
export type BankLineView = z.infer<typeof bankLine>;

const imported = z.object({
  import_id: id,
  file_name: z.string(),
  profile: z.string(),
  /** Movements in the file, and how many of them were new. */
  items: z.int(),
  added: z.int(),
  closing_cents: cents.nullable(),
  closing_day: day.nullable(),
  imported_by: z.string(),
  imported_at: instant,
});

export const MOST_BANK_FILE_BYTES = 8 * 1024 * 1024;
/** JSON escapes quotes and line ends, so the body is longer than the file. */
const MOST_BODY_BYTES = 12 * 1024 * 1024;

export const importBankFile = defineCall("POST /api/operator/bank/imports", {
  asksAgain: false,
  summary:
    "Reads a bank statement: camt.053, or CSV by a profile of columns. The same file again adds nothing; two equal payments in one file are two.",
  access: CASHIERS,
  body: z.object({
    file_name: z.string().trim().min(1).max(200),
    /** "camt053", or the name of a profile. */
    profile: z.string().max(40),
    text: z.string().min(1).max(MOST_BANK_FILE_BYTES),
  }),
  data: imported.extend({ is_repeat: z.boolean() }),
  bodyLimitBytes: MOST_BODY_BYTES,
});

export const listBankImports = defineCall("GET /api/operator/bank/imports", {
  summary: "Bank statements that were read in, newest first.",
  access: READERS,
  query: page,
  data: pageData,
  list: z.array(imported),
});

export const listBankLines = defineCall("GET /api/operator/bank/lines", {
  summary:
    "Movements at the bank, unless sorted newest first; open ones with what they probably are, by reference, amount and name. `q` is part of what the bank said, or an amount.",
  access: READERS,
  query: page.extend({
    status: z.enum(BANK_LINE_STATUSES).optional(),
    q: z.string().max(100).optional(),
    ...sortedBy(BANK_LINE_SORTS),
  }),
  data: pageData.extend({ open: z.int() }),
  list: z.array(bankLine),
});

const params = z.object({ line_id: id });
const decided = z.object({ line_id: id, status: z.enum([...BANK_LINE_STATUSES, "pending"]) });

export const matchBankLine = defineCall("POST /api/operator/bank/lines/:line_id/match", {
  asksAgain: true,
  summary:
    "This movement is that top-up, withdrawal or file: approves the one, marks the others as paid, and joins them, all at once. The amounts must be equal.",
  access: CASHIERS,
  params,
  body: z.object({ kind: z.enum(MATCH_KINDS), target_id: id }),
  data: decided,
});

export const explainBankLine = defineCall("POST /api/operator/bank/lines/:line_id/explain", {
  asksAgain: true,
  summary:
    "Says what a movement is that belongs to no player. `book`: it is posted between bank and adjustments, with four eyes by a second operator.",
  access: CASHIERS,
  params,
  body: z.object({
    kind: z.enum(BANK_LINE_KINDS),
    note: z.string().trim().min(1).max(500),
    book: z.boolean(),
  }),
  data: decided.extend({ approval_id: id.nullable() }),
});

export const giveBankLine = defineCall("POST /api/operator/bank/lines/:line_id/give", {
  asksAgain: true,
  summary:
    "This money is that player's, though no reference says so: a top-up of its own is booked and joined, with four eyes by a second operator.",
  access: CASHIERS,
  params,
  body: z.object({ player_id: id, note: z.string().trim().min(1).max(500) }),
  data: decided.extend({ approval_id: id.nullable() }),
});

export const sendBankLineBack = defineCall("POST /api/operator/bank/lines/:line_id/send-back", {
  asksAgain: true,
  summary:
    "This money goes back to whom it came from: nothing is booked, the club makes the transfer at its bank; with four eyes a second operator agrees. The transfer itself, a movement out, is explained in the same way and needs nobody.",
  access: CASHIERS,
  params,
  body: z.object({ note: z.string().trim().min(1).max(500) }),
  data: decided.extend({ approval_id: id.nullable() }),
});

export const reopenBankLine = defineCall("POST /api/operator/bank/lines/:line_id/reopen", {
  asksAgain: false,
  summary: "Takes a match or an explanation back; what was booked stays booked.",
  access: CASHIERS,
  params,
  body: z.object({ reason }),
  data: decided,
});

export const noteBankEntry = defineCall("POST /api/operator/bank/entries/:entry_id/note", {
  asksAgain: false,
  summary: "Says why an entry of the ledger is on no bank statement.",
  access: CASHIERS,
  params: z.object({ entry_id: id }),
  body: z.object({ note: z.string().trim().min(1).max(500) }),
  data: z.object({ entry_id: id, note: z.string() }),
});

export const getReconciliation = defineCall("GET /api/operator/bank/reconciliation", {
  summary:
    "Ledger against bank: both sums, and everything that makes them differ, explained or open. `gap_cents` is what nothing explains: zero, always.",
  access: READERS,
  data: z.object({
    at: instant,
    /** What the ledger says the club should have at the bank. */
    ledger_cents: cents,
    /** Everything that the bank's statements say. */
    bank_cents: cents,
    /** In both: movements that belong to entries. */
    joined_cents: cents,
    joined: z.int(),
    /** Movements without an entry: explained, and open. */
    explained_cents: cents,
    explained: z.int(),
    open_cents: cents,
    open: z.int(),
    /** Entries that are on no statement yet: with a note, and without. */
    noted_cents: cents,
    noted: z.int(),
    unseen_cents: cents,
    unseen: z.int(),
    /** Joined ones whose sums are not equal: a withdrawal of a file that came back. */
    unequal_cents: cents,
    gap_cents: cents,
    closing_cents: cents.nullable(),
    closing_day: day.nullable(),
    last_import_at: instant.nullable(),
  }),
  /** The oldest hundred entries that are on no statement. */
  list: z.array(
    z.object({
      entry_id: id,
      at: instant,
      kind: z.string(),
      reference: z.string().nullable(),
      user_name: z.string().nullable(),
      method: z.string().nullable(),
      bank_cents: cents,
      note: z.string().nullable(),
    }),
  ),
});

const foundMoney = z.object({
  kind: z.enum([
    "top_up",
    "withdrawal",
    "payment",
    "payment_arrival",
    "bank_line",
    "shop_order",
    "bet",
    "sport_bet",
  ]),
  id,
  /** Of a bet the number on its receipt, of a payment the provider's id. */
  reference: z.string(),
  status: z.string(),
  /** Above zero for money in. */
  amount_cents: cents,
  currency: z.string(),
  at: instant,
  /** null: a movement at the bank, an arrival that is nobody's yet. */
  player_id: id.nullable(),
  /** The player's, or whom the bank named, or the provider. */
  name: z.string(),
});
export type FoundMoney = z.infer<typeof foundMoney>;

export const findMoney = defineCall("GET /api/operator/find-money", {
  summary:
    "Money and bets by a text, the newest of each kind that the operator may read: top-ups and withdrawals by part of a reference, amount or name; card payments by the provider's id; arrivals by part of an id or reference, or amount; movements at the bank; orders of the shop; bets by id, by receipt (the newest 500,000) or by cost (on races the newest 50,000).",
  access: READERS,
  query: z.object({ q: z.string().trim().min(2).max(100) }),
  list: z.array(foundMoney),
});
