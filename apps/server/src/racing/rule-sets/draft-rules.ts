import type { RuleFigures, RuleSetView } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { audit } from "../../desk/operators/audit.ts";
import { latestRuleSet } from "../races/rule-sets.ts";
import {
  deleteDraft,
  listRuleSetRows,
  listVersions,
  lockDraft,
  newestVersion,
  readDraft,
  writeDraft,
} from "./rule-sets.queries.ts";
import type { RuleSetRow } from "./rule-sets.queries.ts";
import { figuresOf, isPreset, knownName, rulesFrom, toDraft, toVersion } from "./rule-sets.wire.ts";

export interface DraftAct {
  readonly name: string;
  readonly operator: { readonly id: string };
  readonly request: FastifyRequest;
}

/** The club's rule sets, the shipped ones first. */
export async function listRules(ctx: AppContext): Promise<(RuleSetRow & { is_preset: boolean })[]> {
  const rows = await listRuleSetRows(ctx.db.operators);
  return rows
    .map((row) => ({ ...row, is_preset: isPreset(row.name) }))
    .toSorted((a, b) => Number(b.is_preset) - Number(a.is_preset));
}

/** A rule set with its versions and its draft. @throws not_found */
export async function readRules(db: Queryable, name: string): Promise<RuleSetView> {
  const [versions, draft] = [await listVersions(db, name), await readDraft(db, name)];
  if (versions.length === 0 && draft === null) throw new Refusal("not_found");
  return {
    name,
    is_preset: isPreset(name),
    versions: versions.map(toVersion),
    draft: draft === null ? null : toDraft(draft),
  };
}

/**
 * Saves a draft of the next version of a rule set, or of a new one. No pool uses it until
 * activated.
 *
 * @throws rules.name, rules.figure, rules.waiting
 */
export async function saveDraft(
  ctx: AppContext,
  asked: DraftAct & { readonly figures: RuleFigures },
): Promise<RuleSetView> {
  const { operator, request, figures } = asked;
  const name = knownName(asked.name);
  return await withTransaction(ctx.db.operators, async (tx) => {
    // The draft is based on the preset's row, which is made when first needed.
    if (isPreset(name)) await latestRuleSet(tx, name);
    const basedOn = await newestVersion(tx, name);
    const before = await lockDraft(tx, name);
    const rules = rulesFrom(figures, { name, version: basedOn + 1 });
    if (!(await writeDraft(tx, { rules, basedOn, by: operator.id }))) {
      throw new Refusal("rules.waiting", { name });
    }
    await audit(tx, {
      action: "rules.draft",
      operator,
      request,
      target: name,
      before: before === null ? undefined : figuresOf(before.rules),
      after: figures,
    });
    return await readRules(tx, name);
  });
}

/** Deletes a draft; a missing one counts as deleted. @throws rules.waiting */
export async function dropDraft(ctx: AppContext, asked: DraftAct): Promise<void> {
  const { name, operator, request } = asked;
  await withTransaction(ctx.db.operators, async (tx) => {
    const draft = await lockDraft(tx, name);
    if (draft === null) return;
    if (draft.is_waiting) throw new Refusal("rules.waiting", { name });
    await deleteDraft(tx, name);
    const before = figuresOf(draft.rules);
    await audit(tx, { action: "rules.drop", operator, request, target: name, before });
  });
}
