import type { Cents } from "../money/cents.ts";

export interface TransferToShow {
  readonly accountName: string;
  readonly iban: string;
  /** Empty where the bank is known by the IBAN alone. */
  readonly bic: string;
  readonly amountCents: Cents;
  readonly reference: string;
}

const MOST_NAME = 70;
const CENTS = 100n;
const DECIMALS = 2;
/** EPC069-12 takes 0.01 to 999,999,999.99. */
const MOST_CENTS = 99_999_999_999n;

/**
 * The text of the QR code that fills a bank's form for a transfer in euros: EPC069-12, version 002,
 * UTF-8; null for an amount that the form has no room for. Source: docs/rules/money.md, "Receiving accounts".
 */
export function transferQrText(transfer: TransferToShow): string | null {
  const { accountName, iban, bic, amountCents, reference } = transfer;
  if (amountCents < 1n || amountCents > MOST_CENTS) return null;
  const left = String(amountCents % CENTS).padStart(DECIMALS, "0");
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic,
    accountName.slice(0, MOST_NAME),
    iban,
    `EUR${amountCents / CENTS}.${left}`,
    "",
    "",
    reference,
  ];
  return lines.join("\n");
}
