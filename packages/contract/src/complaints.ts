import { z } from "zod";
import { defineCall, id, instant, page, pageData, sortedBy } from "./call.ts";
import { COMPLAINT_SORTS } from "./choices.ts";

export const COMPLAINT_TOPICS = ["bet", "money", "account", "protection", "other"] as const;
export type ComplaintTopic = (typeof COMPLAINT_TOPICS)[number];
export const COMPLAINT_STATUSES = ["open", "in_work", "answered"] as const;
export const COMPLAINT_OUTCOMES = ["upheld", "partly", "declined"] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

const text = z.string().trim().min(1).max(4000);

export const complaint = z.object({
  complaint_id: id,
  topic: z.enum(COMPLAINT_TOPICS),
  text: z.string(),
  /** The bet that it is about, and its receipt's number. */
  order_id: id.nullable(),
  receipt_no: z.string().nullable(),
  status: z.enum(COMPLAINT_STATUSES),
  filed_at: instant,
  /** The deadline of the club's answer: the end of the tenth working day. */
  due_at: instant,
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  answer: z.string().nullable(),
  decided_at: instant.nullable(),
});
export type Complaint = z.output<typeof complaint>;

export const fileComplaint = defineCall("POST /api/complaint/create", {
  summary:
    "Complains to the club, which answers within ten working days. Needs an `Idempotency-Key`; five may be open at once.",
  access: "player",
  body: z.object({ topic: z.enum(COMPLAINT_TOPICS), text, order_id: id.nullish() }),
  data: complaint,
});

export const listComplaints = defineCall("GET /api/complaint/list", {
  summary: "The player's own complaints with what became of them, newest first.",
  access: "player",
  query: page,
  data: pageData,
  list: z.array(complaint),
});

// ------------------------------------------------------------------ operators

export const operatorComplaint = complaint.extend({
  player_id: id,
  user_name: z.string(),
  taken_by: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type OperatorComplaint = z.output<typeof operatorComplaint>;

const complaintParams = z.object({ complaint_id: id });
const KEEPERS = ["owner", "support", "risk"] as const;

export const listOperatorComplaints = defineCall("GET /api/operator/complaints", {
  summary:
    "Complaints: those that wait, the one due first at the top, or those that were answered, newest first; or sorted.",
  access: ["owner", "support", "risk", "cashier", "auditor"],
  query: page.extend({
    status: z.enum(["waiting", "answered"]).default("waiting"),
    ...sortedBy(COMPLAINT_SORTS),
  }),
  data: pageData,
  list: z.array(operatorComplaint),
});

export const takeComplaint = defineCall("POST /api/operator/complaints/:complaint_id/take", {
  asksAgain: false,
  summary: "Says who looks into a complaint.",
  access: KEEPERS,
  params: complaintParams,
  data: operatorComplaint,
});

export const answerComplaint = defineCall("POST /api/operator/complaints/:complaint_id/answer", {
  asksAgain: false,
  summary: "Answers a complaint, once; the player reads it as it is written.",
  access: KEEPERS,
  params: complaintParams,
  body: z.object({ outcome: z.enum(COMPLAINT_OUTCOMES), answer: text }),
  data: operatorComplaint,
});
