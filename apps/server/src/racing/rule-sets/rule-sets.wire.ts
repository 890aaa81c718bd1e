import type { RuleDraft, RuleFigures, RuleVersion } from "@club/contract";
import {
  Refusal,
  RULE_SET_NAME,
  RULE_SETS,
  faultsOfRules,
  rulesOf,
  rulesToFile,
} from "@club/domain";
import type { RuleSet } from "@club/domain";
import { wireInstant } from "../../core/http/wire.ts";
import type { DraftRow, VersionRow } from "./rule-sets.queries.ts";

/** @throws rules.name */
export function knownName(name: string): string {
  if (!RULE_SET_NAME.test(name)) throw new Refusal("rules.name", { field: "name" });
  return name;
}

export const isPreset = (name: string): boolean => Object.hasOwn(RULE_SETS, name);

/** The figures of a form as a rule set. @throws rules.figure with the first one out of bounds */
export function rulesFrom(
  figures: RuleFigures,
  named: { readonly name: string; readonly version: number },
): RuleSet {
  const rules = rulesOf({ ...figures, ...named });
  const [fault] = faultsOfRules(rules);
  if (fault !== undefined) {
    const { field, kind, least, most } = fault;
    throw new Refusal("rules.figure", { field, kind, least: least ?? "–", most: most ?? "–" });
  }
  return rules;
}

/** A rule set's public form without its name, for comparing two versions. */
export function figuresOf(rules: RuleSet): RuleFigures {
  const { name: _name, version: _version, ...figures } = rulesToFile(rules);
  return figures as RuleFigures;
}

export function toVersion(row: VersionRow): RuleVersion {
  return {
    version: row.version,
    figures: figuresOf(row.rules),
    made_at: wireInstant(row.made_at),
    made_by: row.made_by,
    checked_by: row.checked_by,
    reason: row.reason,
    races: row.races,
  };
}

export function toDraft(row: DraftRow): RuleDraft {
  return {
    based_on: row.based_on,
    changed_by: row.changed_by,
    changed_at: wireInstant(row.changed_at),
    is_waiting: row.is_waiting,
    figures: figuresOf(row.rules),
  };
}
