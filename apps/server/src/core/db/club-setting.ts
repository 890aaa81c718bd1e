import type { Queryable } from "./connect.ts";
import { command } from "./statements.ts";

/** The newest version of a setting that the club keeps in its database, or null. Served by the primary key. */
export async function readSetting(db: Queryable, name: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(
    "SELECT value FROM setting WHERE name = $1 ORDER BY version DESC LIMIT 1",
    [name],
  );
  return rows[0]?.value ?? null;
}

/** The same with its version; 0 and null where it was never set. */
export async function readVersionedSetting(
  db: Queryable,
  name: string,
): Promise<{ version: number; value: unknown; changedBy: string | null; changedAt: Date | null }> {
  const { rows } = await db.query<{
    version: number;
    value: unknown;
    changed_by: string | null;
    changed_at: Date;
  }>(
    `SELECT s.version, s.value, o.user_name AS changed_by, s.changed_at
     FROM setting s LEFT JOIN operator o ON o.id = s.changed_by
     WHERE s.name = $1 ORDER BY s.version DESC LIMIT 1`,
    [name],
  );
  const [row] = rows;
  return {
    version: row?.version ?? 0,
    value: row?.value ?? null,
    changedBy: row?.changed_by ?? null,
    changedAt: row?.changed_at ?? null,
  };
}

/** A new version of it. The caller holds the setting's lock. */
export async function writeSetting(
  tx: Queryable,
  setting: { name: string; value: unknown; by: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO setting (name, version, value, changed_by)
     SELECT $1, coalesce(max(version), 0) + 1, $2, $3 FROM setting WHERE name = $1`,
    [setting.name, JSON.stringify(setting.value), setting.by],
  );
}

/**
 * Serialises changes of a setting until the transaction ends: the next one sees this one's version.
 */
export const lockSetting = command<[name: string]>(
  "SELECT pg_advisory_xact_lock(hashtextextended('setting ' || $1, 9))",
);
