import type { ConnectionKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

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
