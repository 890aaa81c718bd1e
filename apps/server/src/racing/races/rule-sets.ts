import { assert, AU_STD, RULE_SETS, type RuleSet } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

const PRESETS: ReadonlyMap<string, RuleSet> = new Map(Object.entries(RULE_SETS));

/** Whether the club has a rule set of this name: a preset, or a row of its own. */
export async function hasRuleSet(db: Queryable, name: string): Promise<boolean> {
  if (PRESETS.has(name)) return true;
  const { rows } = await db.query("SELECT 1 FROM rule_set WHERE name = $1 LIMIT 1", [name]);
  return rows.length > 0;
}

/** The shipped rules of a name; the default for a name known only from the club's own rows. */
export function presetOf(name: string): RuleSet {
  return PRESETS.get(name) ?? AU_STD;
}

/**
 * The newest version of a rule set, in the caller's transaction: the one a pool freezes when it
 * opens. A preset gets its row when first needed.
 */
export async function latestRuleSet(tx: Queryable, name: string): Promise<RuleSet> {
  const preset = PRESETS.get(name);
  if (preset !== undefined) {
    await tx.query(
      "INSERT INTO rule_set (name, version, rules) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [name, preset.version, JSON.stringify(preset)],
    );
  }
  const { rows } = await tx.query<{ rules: RuleSet }>(
    "SELECT rules FROM rule_set WHERE name = $1 ORDER BY version DESC LIMIT 1",
    [name],
  );
  const row = rows[0];
  assert(row !== undefined, "a meeting names a rule set that is there");
  return row.rules;
}
