import type { ConnectionKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { oneValue } from "../../core/db/statements.ts";
import { WAITING } from "./define-provider.ts";

export interface ConnectionRow {
  kind: ConnectionKind;
  /** Null: the environment's. */
  provider: string | null;
  settings: Record<string, string>;
  secrets: Buffer | null;
  is_on: boolean;
  changed_at: Date;
}

/** What is set at the console: seven rows at most. */
export async function readConnections(db: Queryable): Promise<Map<ConnectionKind, ConnectionRow>> {
  const { rows } = await db.query<ConnectionRow & Record<string, unknown>>(
    "SELECT kind, provider, settings, secrets, is_on, changed_at FROM connection",
  );
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Counts one use of a connection in the club's day, and notes how the last one went. */
export async function noteUse(
  db: Queryable,
  use: { kind: ConnectionKind; zone: string; failure: string | null; said: string },
): Promise<void> {
  const { kind, zone, failure, said } = use;
  await db.query(
    `WITH counted AS (
       INSERT INTO connection_day AS d (kind, day, succeeded, failed)
       VALUES ($1, (club_now() AT TIME ZONE $2)::date, ($3::text IS NULL)::int, ($3::text IS NOT NULL)::int)
       ON CONFLICT (kind, day) DO UPDATE SET
         succeeded = d.succeeded + excluded.succeeded, failed = d.failed + excluded.failed)
     INSERT INTO connection_health AS h (kind, succeeded_at, failed_at, failure, said)
     VALUES ($1, CASE WHEN $3::text IS NULL THEN club_now_ms() END,
       CASE WHEN $3::text IS NOT NULL THEN club_now_ms() END, $3, $4)
     ON CONFLICT (kind) DO UPDATE SET
       succeeded_at = coalesce(excluded.succeeded_at, h.succeeded_at),
       failed_at = coalesce(excluded.failed_at, h.failed_at),
       failure = coalesce(excluded.failure, h.failure),
       said = CASE WHEN excluded.failure IS NULL THEN h.said ELSE excluded.said END`,
    [kind, zone, failure, said],
  );
}

export interface HealthRow {
  kind: ConnectionKind;
  succeeded_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  said: string;
  succeeded: number;
  failed: number;
  waiting: number;
}

const HEALTH = `SELECT k.kind, h.succeeded_at, h.failed_at, h.failure, coalesce(h.said, '') AS said,
       coalesce(d.succeeded, 0) AS succeeded, coalesce(d.failed, 0) AS failed,
       ${WAITING} AS waiting
     FROM unnest(ARRAY['mail', 'sms', 'payment', 'payout', 'identity', 'exclusion', 'alerts']) k (kind)
     LEFT JOIN connection_health h ON h.kind = k.kind
     LEFT JOIN connection_day d ON d.kind = k.kind AND d.day = (club_now() AT TIME ZONE $1)::date`;

/** How each connection fares, and what waits for it; by the keys. */
export async function readHealth(
  db: Queryable,
  zone: string,
): Promise<Map<ConnectionKind, HealthRow>> {
  const { rows } = await db.query<HealthRow & Record<string, unknown>>(HEALTH, [zone]);
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Sets a connection; `by` null: the demo itself. The caller holds its kind's lock. */
export async function writeConnection(
  tx: Queryable,
  row: Omit<ConnectionRow, "changed_at"> & { by: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO connection (kind, provider, settings, secrets, is_on, changed_by)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind) DO UPDATE SET provider = excluded.provider, settings = excluded.settings,
       secrets = excluded.secrets, is_on = excluded.is_on, changed_by = excluded.changed_by,
       changed_at = club_now_ms()`,
    [row.kind, row.provider, JSON.stringify(row.settings), row.secrets, row.is_on, row.by],
  );
}

/** Keeps a change, with its sealed secrets, until a second operator decides. */
export async function keepChange(
  tx: Queryable,
  row: Omit<ConnectionRow, "changed_at"> & { id: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO connection_change (id, kind, provider, settings, secrets, is_on)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.kind, row.provider, JSON.stringify(row.settings), row.secrets, row.is_on],
  );
}

/** The sealed secrets of a change that was decided; they are kept no longer. */
export const takeChange = oneValue<Buffer, [id: string]>(
  "DELETE FROM connection_change WHERE id = $1 RETURNING secrets",
);
