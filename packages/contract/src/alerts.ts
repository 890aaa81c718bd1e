import { z } from "zod";
import { defineCall, instant, page, pageData, reason, ROLES } from "./call.ts";

/** What the club watches for, in the order of its page; docs/operations.md says what to do about each. */
export const ALERTS = [
  "books",
  "feed",
  "backup",
  "disk",
  "disk_low",
  "connection",
  "settlement",
  "top_ups",
  "withdrawals",
  "payout_notice",
] as const;
export type AlertName = (typeof ALERTS)[number];

const alert = z.object({
  condition: z.enum(ALERTS),
  /** A kind of connection, or a payout; empty: the club as a whole. */
  subject: z.string(),
  since: instant,
  /** When the mails and the webhook were queued; null: nobody was told. */
  told_at: instant.nullable(),
  dismissed_at: instant.nullable(),
  dismissed_by: z.string().nullable(),
  reason: z.string().nullable(),
});

export const listAlerts = defineCall("GET /api/operator/alerts", {
  summary:
    "Alerts that hold now and go to one of the roles of the operator who asks; oldest first.",
  access: "operator",
  list: z.array(
    alert.extend({
      /** Whose matter it is, beside the owner's. */
      roles: z.array(z.enum(ROLES)),
    }),
  ),
});

export const listPastAlerts = defineCall("GET /api/operator/alerts/past", {
  summary:
    "Alerts that are over and went to one of the roles of the operator who asks, the newest end first.",
  access: "operator",
  query: page,
  data: pageData,
  list: z.array(alert.extend({ alert_id: z.string(), until: instant })),
});

export const dismissAlert = defineCall("POST /api/operator/alerts/dismiss", {
  isByRole: true,
  asksAgain: false,
  summary:
    "Says why an alert needs nobody any more. It leaves the head of the console for all, and its history keeps who said so; its end is still told.",
  access: ["owner", "card_clerk", "pool_controller", "results_clerk", "cashier", "risk", "support"],
  body: z.object({
    condition: z.enum(ALERTS),
    subject: z.string().max(120),
    /** As listed: one that began anew meanwhile is another alert. */
    since: instant,
    reason,
  }),
});
