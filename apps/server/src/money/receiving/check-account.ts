import type { BodyOf, ReceivingAccount, setReceivingAccounts } from "@club/contract";
import { Refusal } from "@club/domain";
import { isValidBIC, isValidIBAN } from "ibantools";
import { newId } from "../../core/kit/ids.ts";

type Typed = BodyOf<typeof setReceivingAccounts>[number];

interface Shape {
  readonly branch: RegExp;
  readonly number: RegExp;
}

/** What an account looks like where it has no IBAN, without blanks and hyphens. */
const SHAPES: Readonly<Record<string, Shape>> = {
  // BSB, and an account of up to nine digits.
  AUD: { branch: /^\d{6}$/, number: /^\d{4,9}$/ },
  // Sort code.
  GBP: { branch: /^\d{6}$/, number: /^\d{8}$/ },
  // Routing number.
  USD: { branch: /^\d{9}$/, number: /^\d{4,17}$/ },
  // Bank and branch stand in the number itself.
  NZD: { branch: /^$/, number: /^\d{15,16}$/ },
  // Transit and institution.
  CAD: { branch: /^\d{8,9}$/, number: /^\d{5,12}$/ },
};
const ANY: Shape = { branch: /^[A-Z0-9]{0,20}$/, number: /^[A-Z0-9]{4,34}$/ };
const SEPARATORS = /[\s.\-/]/g;

/**
 * An account as it is kept: codes in capitals and without blanks, checked by the rules of its
 * currency. Source: docs/rules/money.md, "Receiving accounts".
 *
 * @throws receiving.iban, receiving.bic, receiving.branch, receiving.number
 */
export function checkReceivingAccount(typed: Typed): ReceivingAccount {
  const account: ReceivingAccount = {
    ...typed,
    id: typed.id ?? newId(),
    iban: codeOf(typed.iban),
    bic: codeOf(typed.bic),
  };
  refuseUnless("iban", account, account.iban === "" || isValidIBAN(account.iban));
  refuseUnless("bic", account, account.bic === "" || isValidBIC(account.bic));
  // Euros go by IBAN, whatever else a bank prints.
  if (account.currency === "EUR") refuseUnless("iban", account, account.iban !== "");
  else if (account.iban === "" || account.account_number !== "") checkLocal(account);
  return account;
}

function checkLocal(account: ReceivingAccount): void {
  const { branch, number } = SHAPES[account.currency] ?? ANY;
  refuseUnless("branch", account, branch.test(codeOf(account.branch_code)));
  refuseUnless("number", account, number.test(codeOf(account.account_number)));
}

function codeOf(text: string): string {
  return text.replaceAll(SEPARATORS, "").toUpperCase();
}

type Part = "iban" | "bic" | "branch" | "number";

function refuseUnless(part: Part, account: ReceivingAccount, isRight: boolean): void {
  if (isRight) return;
  throw new Refusal(`receiving.${part}`, {
    bank: account.bank_name,
    currency: account.currency,
  });
}
