import type { WebhookKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow } from "../../core/db/statements.ts";

export interface EndpointRow extends Record<string, unknown> {
  id: string;
  url: string;
  kinds: WebhookKind[];
  status: "active" | "paused" | "removed";
  waiting: number;
  given_up: number;
  last_delivered_at: Date | null;
  created_at: Date;
}

const ENDPOINT = `
  SELECT e.id, e.url, e.kinds, e.status, e.created_at,
    (SELECT count(*)::int FROM delivery d WHERE d.endpoint_id = e.id AND d.ended_at IS NULL) AS waiting,
    (SELECT count(*)::int FROM delivery d WHERE d.endpoint_id = e.id AND d.state IN ('failed', 'given_up')) AS given_up,
    (SELECT max(d.ended_at) FROM delivery d WHERE d.endpoint_id = e.id AND d.state = 'delivered') AS last_delivered_at
  FROM webhook_endpoint e WHERE e.status <> 'removed'`;
const ALL = `${ENDPOINT} ORDER BY e.id LIMIT 100`;
const ONE = `${ENDPOINT} AND e.id = $1`;

export const listEndpoints = manyRows<EndpointRow>(ALL);

export const readEndpoint = oneRow<EndpointRow, [id: string]>(ONE);

export const insertEndpoint = command<{
  id: string;
  url: string;
  kinds: readonly string[];
  secret: Buffer;
  operatorId: string;
}>(
  "INSERT INTO webhook_endpoint (id, url, kinds, secret, created_by) VALUES ($1, $2, $3, $4, $5)",
  ["id", "url", "kinds", "secret", "operatorId"],
);

export const updateEndpoint = command<{
  id: string;
  kinds: readonly string[];
  status: "active" | "paused";
}>("UPDATE webhook_endpoint SET kinds = $2, status = $3 WHERE id = $1", ["id", "kinds", "status"]);

/** The previous secret signs beside the new one for a day. */
export const rotateSecret = command<
  [id: string, secret: Buffer]
>(`UPDATE webhook_endpoint SET old_secret = secret, old_until = club_now_ms() + interval '24 hours', secret = $2
     WHERE id = $1`);

/** Removes it for good, and gives up its pending deliveries. */
export async function removeEndpoint(tx: Queryable, id: string): Promise<void> {
  await tx.query("UPDATE webhook_endpoint SET status = 'removed' WHERE id = $1", [id]);
  await tx.query(
    `UPDATE delivery SET state = 'given_up', error = 'unwanted', ended_at = club_now_ms()
     WHERE endpoint_id = $1 AND ended_at IS NULL`,
    [id],
  );
}

export interface DeliveryRow extends Record<string, unknown> {
  id: string;
  kind: string;
  state: "queued" | "sending" | "delivered" | "failed" | "given_up";
  attempts: number;
  answer: number | null;
  next_at: Date;
  created_at: Date;
}

const DELIVERY = "SELECT id, kind, state, attempts, answer, next_at, created_at FROM delivery";
const OF_ENDPOINT = `${DELIVERY} WHERE endpoint_id = $1 ORDER BY created_at DESC, id LIMIT $2`;
const ONE_DELIVERY = `${DELIVERY} WHERE endpoint_id = $1 AND id = $2`;

/** Newest first. By index delivery_endpoint. */
export const listDeliveryRows = manyRows<DeliveryRow, [endpointId: string, limit: number]>(
  OF_ENDPOINT,
);

export const readDelivery = oneRow<DeliveryRow, [endpointId: string, id: string]>(ONE_DELIVERY);

/** A test message to one endpoint, whatever kinds it subscribes to. */
export const insertTest = command<
  [endpointId: string]
>(`INSERT INTO delivery (channel, endpoint_id, kind, payload) VALUES ('webhook', $1, 'test',
       jsonb_build_object('type', 'test', 'timestamp', iso_ms(club_now_ms()), 'data', '{}'::jsonb))`);

/** Due now, with all its tries left. */
export const requeue = command<
  [id: string]
>(`UPDATE delivery SET state = 'queued', error = NULL, ended_at = NULL, attempts = 0, next_at = club_now_ms()
     WHERE id = $1`);

export interface WebhookRecipient {
  id: string;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
}

/** Where deliveries go, and the secrets that sign them; by primary keys, no lock. */
export async function readRecipients(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, WebhookRecipient>> {
  const { rows } = await db.query<WebhookRecipient & { delivery_id: string }>(
    `SELECT d.id AS delivery_id, e.id, e.url, e.secret,
       CASE WHEN e.old_until > club_now() THEN e.old_secret END AS old_secret
     FROM delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id WHERE d.id = ANY ($1)`,
    [deliveryIds],
  );
  return new Map(rows.map((row) => [row.delivery_id, row]));
}
