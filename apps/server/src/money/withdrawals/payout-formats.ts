import type { PayoutAccount } from "@club/contract";
import { abaFile, fitsAba, fitsPain, painFile, Refusal } from "@club/domain";
import type { PayoutFile, PayoutFormat, PayoutLine } from "@club/domain";

const BSB = /^\d{6}$/;
const BANK_CODE = /^[A-Za-z]{3}$/;
const USER_ID = /^\d{6}$/;
const DIGITS = /^\d{1,9}$/;

/** A format: what it needs of the club, what fits it, how it is written. */
interface Format {
  readonly hasSender: (account: PayoutAccount) => boolean;
  readonly fits: (currency: string, line: PayoutLine) => boolean;
  readonly write: (account: PayoutAccount, currency: string, file: PayoutFile) => string;
  readonly extension: string;
  readonly type: string;
}

export const FORMATS: Readonly<Record<PayoutFormat, Format>> = {
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

/** @throws payout.account_needed while the club's own account lacks what the format needs */
export function requireSender(account: PayoutAccount | null, format: PayoutFormat): PayoutAccount {
  if (account === null || !FORMATS[format].hasSender(account)) {
    throw new Refusal("payout.account_needed", { format });
  }
  return account;
}

function digitsOf(text: string): string {
  return text.replaceAll(/[\s-]/g, "");
}
