import { Refusal } from "../refusal.ts";

/** A bank account as stored: checked, its codes in capitals and without spaces. */
export interface BankAccount {
  readonly bankName: string;
  readonly accountName: string;
  readonly accountNumber: string;
  /** Empty where the account number alone is enough. */
  readonly branchCode: string;
  readonly swiftBic: string;
  readonly currency: string;
}

/** What a bank detail breaks, in `params.rule` of `bank_card.invalid`. */
export const BANK_ACCOUNT_RULES = [
  "length",
  "characters",
  "currency",
  "bsb",
  "au_account",
  "iban",
  "bic",
] as const;
export type BankAccountRule = (typeof BANK_ACCOUNT_RULES)[number];

/** A bank account as typed, under the field names of the API. */
export interface BankAccountForm {
  readonly bank_name: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly branch_code?: string | null | undefined;
  readonly swift_bic?: string | null | undefined;
  readonly currency: string;
}
type Field = keyof BankAccountForm;

const MOST_NAME = 100;
const LEAST_NUMBER = 4;
const MOST_NUMBER = 34;
const LEAST_IBAN = 15;
const MOST_BRANCH = 20;
const BIC_LENGTHS = [8, 11];
const CURRENCY_LENGTH = 3;

const SEPARATORS = /[\s.\-/]/g;
/** Control and text-direction characters: the account shown would not be the one paid. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const CODE = /^[a-z0-9]*$/i;
const BSB = /^\d{6}$/;
const AU_ACCOUNT = /^\d{5,10}$/;
const COUNTRY_FIRST = /^[A-Z]{2}/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]+$/;
const BIC = /^[a-z0-9]{4}[a-z]{2}[a-z0-9]+$/i;
const CURRENCY = /^[a-z]{3}$/i;

/**
 * Checks a bank account by the rules of its place: Australian (BSB and 5 to 10 digits) in AUD or
 * with a branch code like a BSB, an IBAN when it begins with a country code, else 4 to 34 letters
 * and digits. Lengths are checked before patterns. Source: docs/rules/money.md, "The bank account".
 *
 * @throws bank_card.invalid with `field` and `rule`
 */
export function checkBankAccount(form: BankAccountForm): BankAccount {
  const account: BankAccount = {
    bankName: nameOf("bank_name", form.bank_name),
    accountName: nameOf("account_name", form.account_name),
    accountNumber: codeOf("account_number", form.account_number, [LEAST_NUMBER, MOST_NUMBER]),
    branchCode: codeOf("branch_code", form.branch_code ?? "", [0, MOST_BRANCH]),
    swiftBic: bicOf(form.swift_bic ?? ""),
    currency: currencyOf(form.currency),
  };
  if (isAustralianAccount(account)) checkAustralian(account);
  else if (COUNTRY_FIRST.test(account.accountNumber)) checkIban(account.accountNumber);
  return account;
}

/** A number that begins with a country code is an IBAN, even beside a six-digit branch code. */
export function isAustralianAccount({ currency, branchCode, accountNumber }: BankAccount): boolean {
  return currency === "AUD" || (BSB.test(branchCode) && !COUNTRY_FIRST.test(accountNumber));
}

function checkAustralian({ branchCode, accountNumber }: BankAccount): void {
  if (!BSB.test(branchCode)) throw invalid("branch_code", "bsb");
  if (!AU_ACCOUNT.test(accountNumber)) throw invalid("account_number", "au_account");
}

/** ISO 13616: first four characters moved to the end, letters as 10 to 35; modulo 97 gives 1. */
function checkIban(number: string): void {
  if (number.length < LEAST_IBAN || !IBAN.test(number)) throw invalid("account_number", "iban");
  const digits = (number.slice(4) + number.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  if (BigInt(digits) % 97n !== 1n) throw invalid("account_number", "iban");
}

function nameOf(field: Field, text: string): string {
  const name = text.normalize("NFC").trim().replace(/ {2,}/g, " ");
  if (name.length === 0 || name.length > MOST_NAME) throw invalid(field, "length");
  if (UNSEEN.test(name)) throw invalid(field, "characters");
  return name;
}

function codeOf(field: Field, text: string, [least, most]: readonly [number, number]): string {
  const code = plain(text);
  if (code.length < least || code.length > most) throw invalid(field, "length");
  if (!CODE.test(code)) throw invalid(field, "characters");
  return code.toUpperCase();
}

/** Without separators; full-width digits of an Asian keyboard become plain ones. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(SEPARATORS, "");
}

function bicOf(text: string): string {
  const bic = plain(text);
  if (bic === "") return bic;
  if (!BIC_LENGTHS.includes(bic.length) || !BIC.test(bic)) throw invalid("swift_bic", "bic");
  return bic.toUpperCase();
}

function currencyOf(text: string): string {
  const currency = text.trim();
  if (currency.length !== CURRENCY_LENGTH || !CURRENCY.test(currency)) {
    throw invalid("currency", "currency");
  }
  return currency.toUpperCase();
}

function invalid(field: Field, rule: BankAccountRule): Refusal {
  return new Refusal("bank_card.invalid", { field, rule });
}
