import { assert } from "../assert.ts";
import { type Cents, sumCents } from "../money/cents.ts";
import { bankText } from "./bank-text.ts";
import type { PayoutFile, PayoutLine } from "./payout-file.ts";

/** The club as the direct entry system knows it. */
export interface AbaSender {
  readonly name: string;
  readonly branchCode: string;
  readonly accountNumber: string;
  /** Three letters of the bank that the file goes to. */
  readonly bankCode: string;
  /** Six digits that the bank gave the club. */
  readonly userId: string;
}

const RECORD = 120;
const [NAME, TITLE, REFERENCE, REMITTER, NUMBER, DESCRIPTION] = [26, 32, 18, 16, 9, 12] as const;
const MOST_AMOUNT = 9_999_999_999n;
/** Transaction code: a credit of any kind. */
const CREDIT = "50";
/** Characters that the direct entry system accepts. */
const SIGNS = /^[A-Za-z0-9 ^_[\]',?;:=#/.*()&%!$@+-]$/;
const BSB = /^\d{6}$/;
const DIGITS = /^\d+$/;

/** Whether a payment fits this format: an Australian account, nine digits at most. */
export function fitsAba({ account, amountCents }: PayoutLine): boolean {
  const { branchCode, accountNumber, currency } = account;
  return (
    currency === "AUD" &&
    BSB.test(branchCode) &&
    DIGITS.test(accountNumber) &&
    accountNumber.length <= NUMBER &&
    amountCents > 0n &&
    amountCents <= MOST_AMOUNT
  );
}

/**
 * Payments as a direct entry file (the Australian banks' "ABA", or Cemtex, format): 120-character
 * records, one header, one per payment, one trailer with totals. Source: docs/rules/money.md,
 * "Payout files".
 */
export function abaFile(sender: AbaSender, file: PayoutFile): string {
  assert(file.lines.length > 0 && file.lines.every(fitsAba), "every payment fits the file");
  const total = sumCents(file.lines.map((line) => line.amountCents));
  assert(total <= MOST_AMOUNT, "the total fits the file");
  const records = [
    head(sender, file),
    ...file.lines.map((line) => payment(sender, line)),
    foot(total, file.lines.length),
  ];
  assert(
    records.every((record) => record.length === RECORD),
    "a record has 120 signs",
  );
  return `${records.join("\r\n")}\r\n`;
}

function head(sender: AbaSender, { day }: PayoutFile): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return [
    "0",
    blank(17),
    "01",
    left(sender.bankCode.toUpperCase(), 3),
    blank(7),
    left(sender.name, NAME),
    sender.userId.padStart(6, "0").slice(-6),
    left("WITHDRAWALS", DESCRIPTION),
    `${date}${month}${year.slice(-2)}`,
    blank(40),
  ].join("");
}

function payment(sender: AbaSender, line: PayoutLine): string {
  return [
    "1",
    bsb(line.account.branchCode),
    right(line.account.accountNumber, NUMBER),
    " ",
    CREDIT,
    cents(line.amountCents),
    left(line.account.accountName, TITLE),
    left(line.reference, REFERENCE),
    bsb(sender.branchCode),
    right(sender.accountNumber, NUMBER),
    left(sender.name, REMITTER),
    "0".repeat(8),
  ].join("");
}

function foot(total: Cents, count: number): string {
  return [
    "7",
    "999-999",
    blank(12),
    cents(total),
    cents(total),
    cents(0n),
    blank(24),
    String(count).padStart(6, "0"),
    blank(40),
  ].join("");
}

const blank = (width: number): string => " ".repeat(width);
const right = (text: string, width: number): string => text.slice(-width).padStart(width, " ");
const cents = (amount: Cents): string => amount.toString().padStart(10, "0");
const bsb = (code: string): string => `${code.slice(0, 3)}-${code.slice(3, 6)}`;

function left(text: string, width: number): string {
  return bankText(text, SIGNS).slice(0, width).padEnd(width, " ");
}
