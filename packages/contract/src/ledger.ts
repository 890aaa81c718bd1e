import { ACCOUNT_KINDS, HOUSE_ADJUSTABLE } from "@club/domain";
import { z } from "zod";
import { cents, defineCall, id, instant, page, pageData, reason, sortedBy } from "./call.ts";
import { ENTRY_SORTS } from "./choices.ts";

const READERS = ["owner", "cashier", "auditor"] as const;

export const getTrialBalance = defineCall("GET /api/operator/ledger/trial-balance", {
  summary:
    "Sums of all postings per kind of account and per jackpot; credit is positive, the total is zero.",
  access: READERS,
  data: z.object({ at: instant, total_cents: cents, entries: z.int(), postings: z.int() }),
  list: z.array(
    z.object({
      kind: z.enum(ACCOUNT_KINDS),
      /** The pool type of a jackpot; null for the others. */
      pool: z.string().nullable(),
      /** How many accounts of the kind have postings. */
      accounts: z.int(),
      balance_cents: cents,
    }),
  ),
});

export const ledgerEntry = z.object({
  entry_id: id,
  kind: z.string(),
  cause: z.string(),
  at: instant,
  reference: z.string().nullable(),
  chain_position: z.int().nullable(),
  chain_hash: z.string().nullable(),
  lines: z.array(
    z.object({
      line: z.int(),
      /** "cash:PLAYER", "escrow:POOL", "jackpot:FIRST4", "takeout" and the like. */
      account: z.string(),
      /** User name of a player's account, pool and race of an escrow. */
      label: z.string().nullable(),
      amount_cents: cents,
      balance_cents: cents.nullable(),
    }),
  ),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const listLedgerEntries = defineCall("GET /api/operator/ledger/entries", {
  summary: "Entries with their lines, of one account, or all; unless sorted, newest first.",
  access: READERS,
  query: page.extend({ account: z.string().max(80).optional(), ...sortedBy(ENTRY_SORTS) }),
  data: pageData,
  list: z.array(ledgerEntry),
});

export const getLedgerEntry = defineCall("GET /api/operator/ledger/entries/:entry_id", {
  summary: "One entry with its lines and its place in the chain.",
  access: READERS,
  params: z.object({ entry_id: id }),
  data: ledgerEntry,
});

const verification = z.object({
  ok: z.boolean(),
  at: instant,
  duration_ms: z.int(),
  checks: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      /** How many rows were looked at. */
      rows: z.int(),
      detail: z.string().nullable(),
    }),
  ),
  chain_head: z.object({ position: z.int(), hash: z.string() }),
});

export const verifyLedger = defineCall("POST /api/operator/ledger/verify", {
  asksAgain: false,
  summary:
    "Recomputes the books from the postings: every check by name, and the first broken rows. Who asks while one runs gets its answer.",
  access: READERS,
  data: verification,
});

export const listVerifications = defineCall("GET /api/operator/ledger/verifications", {
  summary: "What the last fifty verifications found, newest first.",
  access: READERS,
  list: z.array(
    z.object({
      at: instant,
      ok: z.boolean(),
      duration_ms: z.int(),
      rows: z.int(),
      chain_head: z.int(),
      /** Names of the checks that failed. */
      broken: z.array(z.string()),
    }),
  ),
});

export const getVerification = defineCall("GET /api/operator/ledger/verify", {
  summary: "How far a running verification has come, and what the last one found.",
  access: READERS,
  data: z.object({
    running: z
      .object({
        /** The check that is being made; empty before the first. */
        check: z.string(),
        done: z.int(),
        total: z.int(),
        /** Rows looked at by the checks that are done. */
        rows: z.int(),
      })
      .nullable(),
    last: verification.nullable(),
  }),
});

export const HOUSE_ADJUSTMENT_KINDS = ["wrong_account", "write_off", "opening", "other"] as const;
export type HouseAdjustmentKind = (typeof HOUSE_ADJUSTMENT_KINDS)[number];

const MOST_CENTS = 1_000_000_000_000;

export const adjustHouse = defineCall("POST /api/operator/ledger/adjust", {
  asksAgain: true,
  summary:
    "Asks for a movement between two accounts of the house, with kind and reason. It always waits for a second operator; players' money, escrows, jackpots and the bank are none of them.",
  access: ["owner", "cashier"],
  body: z.object({
    kind: z.enum(HOUSE_ADJUSTMENT_KINDS),
    from: z.enum(HOUSE_ADJUSTABLE),
    to: z.enum(HOUSE_ADJUSTABLE),
    amount_cents: z.int().min(1).max(MOST_CENTS),
    reason,
  }),
  data: z.object({ approval_id: id, status: z.literal("pending") }),
});
