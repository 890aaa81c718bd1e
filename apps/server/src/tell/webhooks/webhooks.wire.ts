import type { WebhookDelivery, WebhookEndpoint } from "@club/contract";
import type { DeliveryRow, EndpointRow } from "./webhooks.queries.ts";

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    endpoint_id: row.id,
    url: row.url,
    kinds: row.kinds,
    status: row.status === "paused" ? "paused" : "active",
    waiting: row.waiting,
    given_up: row.given_up,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const STATUS = {
  queued: "waiting",
  sending: "waiting",
  delivered: "delivered",
  failed: "given_up",
  given_up: "given_up",
} as const;

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const status = STATUS[row.state];
  return {
    delivery_id: row.id,
    kind: row.kind,
    status,
    attempts: row.attempts,
    answer: row.answer,
    next_at: status === "waiting" ? row.next_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
  };
}
