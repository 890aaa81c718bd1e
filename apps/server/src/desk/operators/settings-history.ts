import type { DataOf, ListItemOf, listSettings } from "@club/contract";
import { assert } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";

type Change = ListItemOf<typeof listSettings>;

interface ChangeRow extends Record<string, unknown> {
  name: string;
  before: unknown;
  after: unknown;
  changed_by: string | null;
  changed_at: Date;
}

/**
 * Versions of settings, and changes of the identity rule. That one is kept in the club's own row;
 * its history is in the audit log.
 */
const HISTORY = `
  SELECT s.name, s.before, s.after, o.user_name AS changed_by, s.changed_at FROM (
    SELECT name, lag(value) OVER (PARTITION BY name ORDER BY version) AS before, value AS after, changed_by, changed_at
    FROM (SELECT name, version, CASE name WHEN 'look' THEN value - 'logo' ELSE value END AS value, changed_by, changed_at FROM setting) shown
    UNION ALL
    SELECT 'identity_rule', a.before -> 'rule', a.after -> 'rule', a.operator_id, a.at
    FROM audit a WHERE a.target = 'identity_rule' AND a.action = 'club.identity_rule') s
  LEFT JOIN operator o ON o.id = s.changed_by
  ORDER BY s.changed_at DESC, s.name LIMIT 100`;

/** What holds now, and how it came about. */
export async function readSettingsHistory(
  db: Queryable,
): Promise<{ data: DataOf<typeof listSettings>; list: Change[] }> {
  const { rows } = await db.query<ChangeRow>(HISTORY);
  const { rows: clubs } = await db.query<DataOf<typeof listSettings>>(
    "SELECT identity_rule FROM club",
  );
  const club = clubs[0];
  assert(club !== undefined, "the club has its row");
  const list = rows.map((row) => ({ ...row, changed_at: wireInstant(row.changed_at) }));
  return { data: club, list };
}
