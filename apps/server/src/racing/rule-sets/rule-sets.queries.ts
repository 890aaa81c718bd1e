import type { RuleSet } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow, theValue } from "../../core/db/statements.ts";

export interface RuleSetRow {
  readonly name: string;
  readonly version: number;
  readonly has_draft: boolean;
  readonly meetings: number;
}

/** The newest version of each rule set, and drafts of new ones. A club has a handful. */
export const listRuleSetRows = manyRows<RuleSetRow>(`
  SELECT n.name, coalesce(max(s.version), 0) AS version,
    EXISTS (SELECT FROM rule_draft d WHERE d.name = n.name) AS has_draft,
    (SELECT count(*)::integer FROM meeting m, club c
      WHERE m.rule_set = n.name AND m.date >= (club_now() AT TIME ZONE c.time_zone)::date) AS meetings
  FROM (SELECT name FROM rule_set UNION SELECT name FROM rule_draft) n
  LEFT JOIN rule_set s ON s.name = n.name GROUP BY n.name ORDER BY n.name`);

export interface VersionRow {
  readonly version: number;
  readonly rules: RuleSet;
  readonly made_at: Date | null;
  readonly made_by: string | null;
  readonly checked_by: string | null;
  readonly reason: string | null;
  readonly races: number;
}

/** A rule set's versions, newest first. Single pools count once per race, by its WIN pool. */
export const listVersions = manyRows<VersionRow, [name: string]>(`
  SELECT s.version, s.rules, s.made_at, m.user_name AS made_by, k.user_name AS checked_by, s.reason,
    (SELECT count(*)::integer FROM pool p
      WHERE p.rule_set = s.name AND p.rule_set_version = s.version AND p.code = 'WIN') AS races
  FROM rule_set s LEFT JOIN operator m ON m.id = s.made_by LEFT JOIN operator k ON k.id = s.checked_by
  WHERE s.name = $1 ORDER BY s.version DESC`);

export interface DraftRow {
  readonly name: string;
  readonly rules: RuleSet;
  readonly based_on: number;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly is_waiting: boolean;
}

const DRAFT = `
  SELECT d.name, d.rules, d.based_on, o.user_name AS changed_by, d.changed_at,
    EXISTS (SELECT FROM approval a WHERE a.id = d.approval_id AND a.status = 'pending') AS is_waiting
  FROM rule_draft d JOIN operator o ON o.id = d.changed_by WHERE d.name = $1`;
const DRAFT_LOCKED = `${DRAFT} FOR UPDATE OF d`;

export const readDraft = oneRow<DraftRow, [name: string]>(DRAFT);

/** The draft under its row's lock: saving, deleting and activating it go one after the other. */
export const lockDraft = oneRow<DraftRow, [name: string]>(DRAFT_LOCKED);

/** Writes the draft; false if it waits for a second operator. */
export async function writeDraft(
  tx: Queryable,
  draft: { readonly rules: RuleSet; readonly basedOn: number; readonly by: string },
): Promise<boolean> {
  const { rows } = await tx.query(
    `INSERT INTO rule_draft (name, rules, based_on, changed_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET rules = $2, based_on = $3, changed_by = $4, changed_at = club_now_ms(), approval_id = NULL
       WHERE NOT EXISTS (SELECT FROM approval a WHERE a.id = rule_draft.approval_id AND a.status = 'pending')
     RETURNING name`,
    [draft.rules.name, JSON.stringify(draft.rules), draft.basedOn, draft.by],
  );
  return rows.length > 0;
}

export const deleteDraft = command<[name: string]>("DELETE FROM rule_draft WHERE name = $1");

export const setDraftWaiting = command<[name: string, approvalId: string]>(
  "UPDATE rule_draft SET approval_id = $2 WHERE name = $1",
);

export const newestVersion = theValue<number, [name: string]>(
  "SELECT coalesce(max(version), 0) AS version FROM rule_set WHERE name = $1",
);

export interface NewVersion {
  readonly rules: RuleSet;
  readonly madeBy: string;
  readonly checkedBy: string | null;
  readonly reason: string;
}

export async function insertVersion(tx: Queryable, made: NewVersion): Promise<void> {
  const { rules, madeBy, checkedBy, reason } = made;
  await tx.query(
    `INSERT INTO rule_set (name, version, rules, made_by, checked_by, reason) VALUES ($1, $2, $3, $4, $5, $6)`,
    [rules.name, rules.version, JSON.stringify(rules), madeBy, checkedBy, reason],
  );
}
