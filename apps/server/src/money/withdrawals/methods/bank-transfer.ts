import { abaFile, fitsAba, fitsPain, painFile } from "@club/domain";
import { findBankCard } from "../../../people/accounts/bank-card.ts";
import { arrivesBy } from "../arrival.ts";
import { defineWithdrawalMethod } from "../withdrawal-method.ts";
import type { WithdrawalMethod } from "../withdrawal-method.ts";

const BSB = /^\d{6}$/;
const BANK_CODE = /^[A-Za-z]{3}$/;
const USER_ID = /^\d{6}$/;
const DIGITS = /^\d{1,9}$/;

const FILES: WithdrawalMethod["files"] = {
  aba: {
    hasSender: (account) =>
      BSB.test(digitsOf(account.branch_code)) &&
      DIGITS.test(digitsOf(account.account_number)) &&
      BANK_CODE.test(account.bank_code) &&
      USER_ID.test(account.user_id),
    fits: (_currency, line) => fitsAba(line),
    write: (account, _currency, file) =>
      abaFile(
        {
          name: account.name,
          branchCode: digitsOf(account.branch_code),
          accountNumber: digitsOf(account.account_number),
          bankCode: account.bank_code,
          userId: account.user_id,
        },
        file,
      ),
    extension: "aba",
    type: "text/plain; charset=us-ascii",
  },
  pain001: {
    hasSender: () => true,
    fits: (currency, line) => fitsPain({ currency }, line),
    write: (account, currency, file) =>
      painFile(
        {
          name: account.name,
          accountNumber: account.account_number.replaceAll(/\s/g, "").toUpperCase(),
          swiftBic: account.swift_bic.toUpperCase(),
          currency,
        },
        file,
      ),
    extension: "xml",
    type: "application/xml; charset=utf-8",
  },
};

/** To the player's own bank account, by a file that an operator takes to the club's bank. */
export const bankTransfer = defineWithdrawalMethod({
  id: "bank_transfer",
  leastCents: 1n,
  mostCents: 100_000_000n,
  isOpen: () => true,
  accountOf: findBankCard,
  arrivesBy,
  files: FILES,
});

function digitsOf(text: string): string {
  return text.replaceAll(/[\s-]/g, "");
}
