import type { Cents } from "../money/cents.ts";
import {
  type BankFileFault,
  type BankLine,
  type BankStatement,
  MOST_BANK_LINES,
  bankAmount,
  bankDay,
  bankWords,
} from "./bank-statement.ts";
import { type XmlNode, childrenXml, findXml, readXml } from "./read-xml.ts";

/**
 * Reads camt.053 (bank to customer statement of ISO 20022, any of its versions): the booked
 * entries, and each payment of an entry that holds several. Pending entries are left out.
 */
export function readCamtStatement(text: string, currency: string): BankStatement | BankFileFault {
  const root = readXml(text);
  const body = root?.name === "Document" ? findXml(root, "BkToCstmrStmt") : undefined;
  if (body === undefined) return { rule: "format", line: 1 };
  const statements = childrenXml(body, "Stmt");
  const entries = statements.flatMap((statement) => childrenXml(statement, "Ntry"));
  const lines: BankLine[] = [];
  for (const entry of entries.filter(isBooked)) {
    const found = linesOf(entry, currency);
    if ("rule" in found) return { ...found, line: lines.length + 1 };
    lines.push(...found.lines);
  }
  return whole(lines, statements.map(closingOf).reduce(later, null));
}

function whole(lines: readonly BankLine[], closing: Closing | null): BankStatement | BankFileFault {
  if (lines.length > MOST_BANK_LINES) return { rule: "too_many", line: MOST_BANK_LINES };
  if (closing !== null) return { lines, closingCents: closing.cents, closingDay: closing.day };
  if (lines.length === 0) return { rule: "empty", line: 1 };
  return { lines, closingCents: null, closingDay: null };
}

interface Closing {
  readonly cents: Cents;
  readonly day: string;
}

function later(one: Closing | null, other: Closing | null): Closing | null {
  if (one === null || other === null) return one ?? other;
  return other.day >= one.day ? other : one;
}

function isBooked(entry: XmlNode): boolean {
  const status = findXml(entry, "Sts");
  const code = (findXml(entry, "Sts", "Cd")?.text ?? status?.text ?? "BOOK").toUpperCase();
  return code === "BOOK";
}

type Found =
  | { readonly lines: readonly BankLine[] }
  | { readonly rule: "date" | "amount" | "currency" };

function linesOf(entry: XmlNode, currency: string): Found {
  const day = dayOf(findXml(entry, "BookgDt") ?? findXml(entry, "ValDt"));
  if (day === null) return { rule: "date" };
  const cents = signedOf(entry, entry);
  if (cents === null) return { rule: "amount" };
  if (currencyOf(entry) !== currency) return { rule: "currency" };
  const bankId = bankWords(textOf(entry, "AcctSvcrRef") || textOf(entry, "NtryRef"));
  const parts = childrenXml(entry, "NtryDtls").flatMap((details) => childrenXml(details, "TxDtls"));
  const amounts = parts.map((part) => partAmount(part, entry, currency));
  const isSplit =
    parts.length > 1 && amounts.reduce<Cents>((sum, part) => sum + (part ?? 0n), 0n) === cents;
  const shown = isSplit ? parts : parts.slice(0, 1);
  if (shown.length === 0) {
    return { lines: [lineOf({ entry, part: entry, day, bankId, cents })] };
  }
  return {
    lines: shown.map((part, at) =>
      lineOf({
        entry,
        part,
        day,
        bankId: isSplit && bankId !== "" ? `${bankId}/${at + 1}` : bankId,
        cents: isSplit ? (amounts[at] ?? 0n) : cents,
      }),
    ),
  };
}

function lineOf(one: {
  readonly entry: XmlNode;
  readonly part: XmlNode;
  readonly day: string;
  readonly bankId: string;
  readonly cents: Cents;
}): BankLine {
  const { entry, part, cents } = one;
  const parties = findXml(part, "RltdPties");
  const [near, far] = cents > 0n ? ["Dbtr", "UltmtDbtr"] : ["Cdtr", "UltmtCdtr"];
  const nameAt = (who: string): string =>
    parties === undefined
      ? ""
      : ((findXml(parties, who, "Nm") ?? findXml(parties, who, "Pty", "Nm"))?.text ?? "");
  const remittance = findXml(part, "RmtInf");
  const words = [
    ...childrenXml(remittance, "Ustrd").map((each) => each.text),
    ...childrenXml(remittance, "Strd").map(
      (each) => findXml(each, "CdtrRefInf", "Ref")?.text ?? "",
    ),
    textOf(part, "AddtlTxInf") || textOf(entry, "AddtlNtryInf"),
  ];
  return {
    day: one.day,
    amountCents: cents,
    reference: bankWords(endToEnd(part)),
    name: bankWords(nameAt(near ?? "") || nameAt(far ?? "")),
    details: bankWords(words.filter((each) => each !== "").join(" ")),
    bankId: one.bankId,
  };
}

function endToEnd(part: XmlNode): string {
  const id = findXml(part, "Refs", "EndToEndId")?.text ?? "";
  return id === "NOTPROVIDED" ? "" : id;
}

function partAmount(part: XmlNode, entry: XmlNode, currency: string): Cents | null {
  const amount = findXml(part, "Amt") ?? findXml(part, "AmtDtls", "TxAmt", "Amt") ?? undefined;
  if (amount === undefined || amount.attributes["Ccy"] !== currency) return null;
  const cents = bankAmount(amount.text, ".");
  if (cents === null) return null;
  return isDebit(findXml(part, "CdtDbtInd") === undefined ? entry : part) ? -cents : cents;
}

function signedOf(amountOf: XmlNode, sideOf: XmlNode): Cents | null {
  const cents = bankAmount(textOf(amountOf, "Amt"), ".");
  const side = textOf(sideOf, "CdtDbtInd");
  if (cents === null || (side !== "CRDT" && side !== "DBIT")) return null;
  return isDebit(sideOf) ? -cents : cents;
}

const isDebit = (node: XmlNode): boolean => textOf(node, "CdtDbtInd") === "DBIT";
const textOf = (node: XmlNode, name: string): string => findXml(node, name)?.text ?? "";
const currencyOf = (node: XmlNode): string => findXml(node, "Amt")?.attributes["Ccy"] ?? "";

function dayOf(date: XmlNode | undefined): string | null {
  if (date === undefined) return null;
  const text = findXml(date, "Dt")?.text ?? findXml(date, "DtTm")?.text ?? "";
  return bankDay(text, "YYYY-MM-DD");
}

/** What the account held at the end: the closing booked balance. */
function closingOf(statement: XmlNode): Closing | null {
  const closing = childrenXml(statement, "Bal").find(
    (balance) => findXml(balance, "Tp", "CdOrPrtry", "Cd")?.text === "CLBD",
  );
  if (closing === undefined) return null;
  const cents = signedOf(closing, closing);
  const day = dayOf(findXml(closing, "Dt")) ?? bankDay(textOf(closing, "Dt"), "YYYY-MM-DD");
  return cents === null || day === null ? null : { cents, day };
}
