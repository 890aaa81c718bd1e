import { z } from "zod";
import { defineCall, id, instant, page, pageData } from "./call.ts";

/** What programs can be notified of. Messages carry ids, states and amounts, nothing personal. */
export const WEBHOOK_KINDS = [
  "race.open",
  "race.closed",
  "race.interim",
  "race.final",
  "race.settled",
  "race.abandoned",
  "topup.submitted",
  "topup.approved",
  "topup.rejected",
  "withdrawal.requested",
  "withdrawal.approved",
  "withdrawal.paid",
  "withdrawal.rejected",
  "withdrawal.cancelled",
  "complaint.open",
  "complaint.answered",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const url = z.string().trim().min(1).max(500);
const kinds = z.array(z.enum(WEBHOOK_KINDS)).min(1).max(WEBHOOK_KINDS.length);

export const webhookEndpoint = z.object({
  endpoint_id: id,
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  status: z.enum(["active", "paused"]),
  waiting: z.int(),
  given_up: z.int(),
  last_delivered_at: instant.nullable(),
  created_at: instant,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const webhookDelivery = z.object({
  delivery_id: id,
  kind: z.string(),
  status: z.enum(["waiting", "delivered", "given_up"]),
  attempts: z.int(),
  /** HTTP status of the last try; 0: not reached; null: not tried yet. */
  answer: z.int().nullable(),
  next_at: instant.nullable(),
  created_at: instant,
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const endpointParams = z.object({ endpoint_id: id });
/** `whsec_` and base64; shown only this once. */
const withSecret = webhookEndpoint.extend({ secret: z.string() });

export const listWebhooks = defineCall("GET /api/operator/webhooks", {
  summary: "Programs that the club tells what happens, and how that goes.",
  access: ["owner", "auditor"],
  list: z.array(webhookEndpoint),
});

export const createWebhook = defineCall("POST /api/operator/webhooks", {
  asksAgain: true,
  summary:
    "Tells a program what happens, by https, signed as Standard Webhooks asks. The secret is shown this once.",
  access: ["owner"],
  body: z.object({ url, kinds }),
  data: withSecret,
});

const onEndpoint = { asksAgain: false, access: ["owner"], params: endpointParams } as const;

export const changeWebhook = defineCall("PUT /api/operator/webhooks/:endpoint_id", {
  ...onEndpoint,
  summary: "Other kinds, or a pause: what happens meanwhile is not told later.",
  body: z.object({ kinds, status: z.enum(["active", "paused"]) }),
  data: webhookEndpoint,
});

export const rotateWebhook = defineCall("POST /api/operator/webhooks/:endpoint_id/rotate", {
  ...onEndpoint,
  summary: "A new secret, shown this once; for 24 hours messages are signed with both.",
  data: withSecret,
});

export const removeWebhook = defineCall("DELETE /api/operator/webhooks/:endpoint_id", {
  ...onEndpoint,
  summary: "Tells this program nothing any more; what waits is given up.",
});

export const testWebhook = defineCall("POST /api/operator/webhooks/:endpoint_id/test", {
  ...onEndpoint,
  summary: "Sends a message of the kind `test` in its turn.",
});

export const listDeliveries = defineCall("GET /api/operator/webhooks/:endpoint_id/deliveries", {
  summary: "What was told to a program, newest first: 100 at most.",
  access: ["owner", "auditor"],
  params: endpointParams,
  query: page,
  data: pageData,
  list: z.array(webhookDelivery),
});

export const resendDelivery = defineCall(
  "POST /api/operator/webhooks/:endpoint_id/deliveries/:delivery_id/resend",
  {
    asksAgain: false,
    summary: "Tries a message once more, now, under its own id.",
    access: ["owner"],
    params: endpointParams.extend({ delivery_id: id }),
    data: webhookDelivery,
  },
);
