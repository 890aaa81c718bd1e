import type { Messages } from "../../../translate.ts";

/** Complaints, and papers that show who somebody is. */
export const en = {
  "account.cases": "Complaints and papers",
  "cases.failed": "Your complaints cannot be shown",
  "cases.promise":
    "Something went wrong? Write to the club. It answers within ten working days, and you read the answer here.",
  "cases.new": "Make a complaint",
  "cases.topic": "What it is about",
  "cases.topic.bet": "A bet",
  "cases.topic.money": "Money",
  "cases.topic.account": "My account",
  "cases.topic.protection": "Player protection",
  "cases.topic.other": "Something else",
  "cases.text": "What happened",
  "cases.textHint": "With the receipt number, where it is about a bet.",
  "cases.textMissing": "Write what happened first",
  "cases.send": "Send complaint",
  "cases.sent": "The club has your complaint",
  "cases.mine": "My complaints",
  "cases.state.open": "received",
  "cases.state.in_work": "being looked into",
  "cases.outcome.upheld": "you were right",
  "cases.outcome.partly": "partly right",
  "cases.outcome.declined": "not upheld",
  "cases.due": "Answer by {day}",
  "cases.answer": "The club’s answer",
  "cases.filed": "Sent {day}",
  "papers.title": "Who you are",
  "papers.checked": "Your identity is checked",
  "papers.why":
    "The club may ask for a paper before a withdrawal. Only operators who check it see the picture.",
  "papers.kind": "Kind of paper",
  "papers.kind.passport": "Passport",
  "papers.kind.identity_card": "Identity card",
  "papers.kind.driving_licence": "Driving licence",
  "papers.kind.proof_of_address": "Proof of address",
  "papers.add": "Add a picture",
  "papers.addNote": "From the camera or this device",
  "papers.sending": "Sending…",
  "papers.sent": "The club has your paper",
  "papers.state.waiting": "waiting",
  "papers.state.accepted": "accepted",
  "papers.state.refused": "not accepted",
} as const satisfies Messages;

export type CasesKey = keyof typeof en;
