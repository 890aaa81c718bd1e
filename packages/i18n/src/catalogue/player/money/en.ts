import type { Messages } from "../../../translate.ts";

/** Topping up, withdrawing, bank account, exports. */
export const en = {
  "sandbox.title": "Sandbox card",
  "sandbox.notice": "This is a test. There is no real card and no real money here.",
  "sandbox.how": "Decide what the bank says. The club then hears it from the card provider.",
  "sandbox.pay": "Pay {money}",
  "sandbox.decline": "Let the bank decline",
  "sandbox.cancel": "Back to the club without paying",
  "export.title": "Save the statement",
  "export.how": "All lines of these days and this kind, in club time.",
  "export.csv": "CSV",
  "export.csvNote": "for spreadsheets and other programs",
  "export.xlsx": "Excel",
  "export.xlsxNote": "a workbook with one sheet",
  "export.pdf": "PDF",
  "export.pdfNote": "to print or to show, up to {most} lines",
  "export.busy": "Saving…",
  "export.day": "Day",
  "export.time": "Time",
  "export.type": "Kind",
  "export.detail": "Details",
  "export.reference": "Reference",
  "export.amount": "Amount",
  "export.balance": "Balance",
  "export.entry": "Ledger entry",
  "export.page": "Page {n} of {of}",
  "export.inClubTime": "Times in {zone}, amounts in {currency}",
  "statement.type.withdrawal_return": "Withdrawal returned",
  "statement.type.sport_bet": "Sports bet",
  "statement.type.shop": "Shop",
} as const satisfies Messages;

export type MoneyKey = keyof typeof en;
