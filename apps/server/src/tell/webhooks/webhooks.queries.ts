import type { WebhookKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

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
    (SELECT count(*)::int FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'waiting') AS waiting,
    (SELECT count(*)::int FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'given_up') AS given_up,
    (SELECT max(d.ended_at) FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'delivered') AS last_delivered_at
  FROM webhook_endpoint e WHERE e.status <> 'removed'`;
const ALL = `${ENDPOINT} ORDER BY e.id LIMIT 100`;
const ONE = `${ENDPOINT} AND e.id = $1`;

export async function listEndpoints(db: Queryable): Promise<EndpointRow[]> {
  const { rows } = await db.query<EndpointRow>(ALL);
  return rows;
}

export async function readEndpoint(db: Queryable, id: string): Promise<EndpointRow | null> {
  const { rows } = await db.query<EndpointRow>(ONE, [id]);
  return rows[0] ?? null;
}

export async function insertEndpoint(
  tx: Queryable,
  row: { id: string; url: string; kinds: readonly string[]; secret: Buffer; operatorId: string },
): Promise<void> {
  await tx.query(
    "INSERT INTO webhook_endpoint (id, url, kinds, secret, created_by) VALUES ($1, $2, $3, $4, $5)",
    [row.id, row.url, row.kinds, row.secret, row.operatorId],
  );
}

export async function updateEndpoint(
  tx: Queryable,
  row: { id: string; kinds: readonly string[]; status: "active" | "paused" },
): Promise<void> {
  await tx.query("UPDATE webhook_endpoint SET kinds = $2, status = $3 WHERE id = $1", [
    row.id,
    row.kinds,
    row.status,
  ]);
}

/** The secret until now signs beside the new one for a day. */
export async function rotateSecret(tx: Queryable, id: string, secret: Buffer): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoint SET old_secret = secret, old_until = club_now_ms() + interval '24 hours', secret = $2
     WHERE id = $1`,
    [id, secret],
  );
}

/** Stops it for good, and what waits for it. */
export async function removeEndpoint(tx: Queryable, id: string): Promise<void> {
  await tx.query("UPDATE webhook_endpoint SET status = 'removed' WHERE id = $1", [id]);
  await tx.query(
    "UPDATE webhook_delivery SET status = 'given_up', ended_at = club_now_ms() WHERE endpoint_id = $1 AND status = 'waiting'",
    [id],
  );
}

export interface DeliveryRow extends Record<string, unknown> {
  id: string;
  kind: string;
  status: "waiting" | "delivered" | "given_up";
  attempts: number;
  answer: number | null;
  next_at: Date;
  created_at: Date;
}

const DELIVERY =
  "SELECT id, kind, status, attempts, answer, next_at, created_at FROM webhook_delivery";
const OF_ENDPOINT = `${DELIVERY} WHERE endpoint_id = $1 ORDER BY created_at DESC, id LIMIT $2`;
const ONE_DELIVERY = `${DELIVERY} WHERE endpoint_id = $1 AND id = $2`;

/** Newest first. Served by webhook_delivery_endpoint. */
export async function listDeliveryRows(
  db: Queryable,
  endpointId: string,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(OF_ENDPOINT, [endpointId, limit]);
  return rows;
}

export async function readDelivery(
  db: Queryable,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | null> {
  const { rows } = await db.query<DeliveryRow>(ONE_DELIVERY, [endpointId, id]);
  return rows[0] ?? null;
}

/** A message to one endpoint, whatever kinds it wants. */
export async function insertTest(tx: Queryable, endpointId: string): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_delivery (endpoint_id, kind, payload) VALUES ($1, 'test',
       jsonb_build_object('type', 'test', 'timestamp', iso_ms(club_now_ms()), 'data', '{}'::jsonb))`,
    [endpointId],
  );
}

/** Due again now, with all its tries before it. */
export async function requeue(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    "UPDATE webhook_delivery SET status = 'waiting', ended_at = NULL, attempts = 0, next_at = club_now_ms() WHERE id = $1",
    [id],
  );
}

export interface DueDelivery extends Record<string, unknown> {
  id: string;
  endpoint_id: string;
  url: string;
  body: string;
  attempts: number;
  secret: Buffer;
  old_secret: Buffer | null;
  sent_at: Date;
}

/**
 * Takes due messages for one try each. The next try is set before this one is made: a process that is
 * killed meanwhile has lost nothing, and two processes never take the same. Served by webhook_delivery_due.
 */
export async function takeDue(
  db: Queryable,
  waits: readonly number[],
  most: number,
): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>(
    `WITH due AS (
       SELECT d.id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id AND e.status = 'active'
       WHERE d.status = 'waiting' AND d.next_at <= club_now() ORDER BY d.next_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED)
     UPDATE webhook_delivery d SET attempts = d.attempts + 1,
       next_at = club_now_ms() + make_interval(secs => ($1::float8[])[least(d.attempts + 1, cardinality($1::float8[]))])
     FROM due, webhook_endpoint e WHERE d.id = due.id AND e.id = d.endpoint_id
     RETURNING d.id, d.endpoint_id, e.url, d.payload::text AS body, d.attempts, e.secret,
       CASE WHEN e.old_until > club_now() THEN e.old_secret END AS old_secret, club_now_ms() AS sent_at`,
    [waits, most],
  );
  return rows;
}

export async function noteAnswer(
  db: Queryable,
  id: string,
  answer: { status: "waiting" | "delivered" | "given_up"; code: number },
): Promise<void> {
  await db.query(
    `UPDATE webhook_delivery SET status = $2, answer = $3,
       ended_at = CASE WHEN $2 = 'waiting' THEN NULL ELSE club_now_ms() END
     WHERE id = $1 AND status = 'waiting'`,
    [id, answer.status, answer.code],
  );
}

/** Messages that ended a month ago. */
export async function forgetOld(db: Queryable): Promise<void> {
  await db.query("DELETE FROM webhook_delivery WHERE ended_at < club_now() - interval '30 days'");
}
