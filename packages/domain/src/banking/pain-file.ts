import { assert } from "../assert.ts";
import { formatCents, sumCents } from "../money/cents.ts";
import type { BankAccount } from "./bank-account.ts";
import { bankText } from "./bank-text.ts";
import type { PayoutFile, PayoutLine } from "./payout-file.ts";

/** The club's own account, as ISO 20022 names it. */
export interface PainSender {
  readonly name: string;
  readonly accountNumber: string;
  /** Empty: the bank knows its own. */
  readonly swiftBic: string;
  readonly currency: string;
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
const [MOST_NAME, MOST_ID, MOST_TEXT] = [70, 35, 140] as const;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** Characters that every bank accepts. */
const SIGNS = /^[A-Za-z0-9/\-?:().,'+ ]$/;

/** Whether a payment fits this format: in the currency of the club's own account. */
export function fitsPain(sender: Pick<PainSender, "currency">, line: PayoutLine): boolean {
  return line.account.currency === sender.currency && line.amountCents > 0n;
}

/**
 * Payments as a customer credit transfer initiation of ISO 20022, pain.001.001.09. Every text is
 * escaped; totals appear twice, in the header and above the payments. Source: docs/rules/money.md,
 * "Payout files".
 */
export function painFile(sender: PainSender, file: PayoutFile): string {
  assert(file.lines.length > 0, "a file has a payment");
  assert(
    file.lines.every((line) => fitsPain(sender, line)),
    "every payment fits the file",
  );
  const sums = [
    tag("NbOfTxs", String(file.lines.length)),
    tag("CtrlSum", formatCents(sumCents(file.lines.map((line) => line.amountCents)))),
  ];
  const head = node("GrpHdr", [
    tag("MsgId", idText(file.id)),
    tag("CreDtTm", file.madeAt),
    ...sums,
    node("InitgPty", [tag("Nm", nameText(sender.name))]),
  ]);
  const payments = node("PmtInf", [
    tag("PmtInfId", idText(file.id)),
    tag("PmtMtd", "TRF"),
    tag("BtchBookg", "true"),
    ...sums,
    node("ReqdExctnDt", [tag("Dt", file.day)]),
    node("Dbtr", [tag("Nm", nameText(sender.name))]),
    node("DbtrAcct", [accountId(sender.accountNumber), tag("Ccy", sender.currency)]),
    node("DbtrAgt", [agent(sender.swiftBic, "") ?? unknownAgent()]),
    tag("ChrgBr", "SLEV"),
    ...file.lines.map(payment),
  ]);
  const body = node("Document", [node("CstmrCdtTrfInitn", [head, payments])]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body.replace("<Document>", `<Document xmlns="${NAMESPACE}">`)}\n`;
}

function payment({ account, amountCents, reference }: PayoutLine): string {
  const bank = agent(account.swiftBic, account.branchCode);
  return node("CdtTrfTxInf", [
    node("PmtId", [tag("EndToEndId", idText(reference))]),
    node("Amt", [
      `<InstdAmt Ccy="${escaped(account.currency)}">${formatCents(amountCents)}</InstdAmt>`,
    ]),
    ...(bank === null ? [] : [node("CdtrAgt", [bank])]),
    node("Cdtr", [tag("Nm", nameText(account.accountName))]),
    node("CdtrAcct", [accountId(account.accountNumber)]),
    node("RmtInf", [tag("Ustrd", bankText(reference, SIGNS).slice(0, MOST_TEXT))]),
  ]);
}

function accountId(number: BankAccount["accountNumber"]): string {
  return node("Id", [IBAN.test(number) ? tag("IBAN", number) : node("Othr", [tag("Id", number)])]);
}

/** The bank by its BIC, else by its branch code; null where the account says it. */
function agent(bic: string, branchCode: string): string | null {
  if (bic !== "") return node("FinInstnId", [tag("BICFI", bic)]);
  if (branchCode === "") return null;
  return node("FinInstnId", [node("ClrSysMmbId", [tag("MmbId", branchCode)])]);
}

function unknownAgent(): string {
  return node("FinInstnId", [node("Othr", [tag("Id", "NOTPROVIDED")])]);
}

/** An id is short and may not begin or end with a blank. */
function idText(text: string): string {
  return bankText(text, SIGNS).replaceAll(" ", "").slice(0, MOST_ID);
}

function nameText(text: string): string {
  const plain = bankText(text, SIGNS).slice(0, MOST_NAME).trim();
  return plain === "" ? "NOTPROVIDED" : plain;
}

const node = (name: string, parts: readonly string[]): string =>
  `<${name}>${parts.join("")}</${name}>`;
const tag = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
