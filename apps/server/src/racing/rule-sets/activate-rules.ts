import { ruleFigures } from "@club/contract";
import type { RuleFigures } from "@club/contract";
import { canonicalJson, Refusal } from "@club/domain";
import type { CanonicalValue } from "@club/domain";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { DraftAct } from "./draft-rules.ts";
import {
  deleteDraft,
  insertVersion,
  listVersions,
  lockDraft,
  newestVersion,
  setDraftWaiting,
} from "./rule-sets.queries.ts";
import { figuresOf, rulesFrom } from "./rule-sets.wire.ts";

export interface ActivatedRules {
  readonly version: number | null;
  readonly approvalId: string | null;
}

interface Version {
  readonly name: string;
  readonly basedOn: number;
  readonly figures: RuleFigures;
  readonly reason: string;
}

/**
 * Makes a draft the next version of its rule set. Pools of open races keep the version they opened
 * with; those that open from now on take this one. With four eyes it only asks.
 *
 * @throws not_found, rules.waiting, rules.stale when another version came since the draft,
 * rules.same
 */
export async function activateRules(
  ctx: AppContext,
  asked: DraftAct & { readonly reason: string },
): Promise<ActivatedRules> {
  const { name, operator, request, reason } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const version = await draftToActivate(tx, name, reason);
    if (ctx.settings.fourEyes) {
      const { basedOn, figures } = version;
      const approvalId = await requestApproval(tx, {
        kind: "rules.activate",
        playerId: null,
        target: name,
        payload: { name, based_on: basedOn, figures, reason },
        reason,
        operator,
        request,
      });
      await setDraftWaiting(tx, name, approvalId);
      return { version: null, approvalId };
    }
    const made = await makeVersion(tx, version, { madeBy: operator.id, checkedBy: null });
    await audit(tx, {
      action: "rules.activate",
      operator,
      request,
      target: name,
      before: { version: version.basedOn },
      after: { version: made, ...version.figures },
      reason,
    });
    return { version: made, approvalId: null };
  });
}

/** A rule set's version that waits for a second operator: as asked for, not a later draft. */
export const rulesApproval = defineApproval({
  kind: "rules.activate",
  roles: ["pool_controller"],
  payload: z.object({
    name: z.string(),
    based_on: z.int(),
    figures: ruleFigures,
    reason: z.string(),
  }),
  lock: async (tx, { payload }) => {
    await lockDraft(tx, payload.name);
  },
  carryOut: async (tx, { payload, requestedBy, decidedBy }) => {
    const { name, based_on: basedOn, figures, reason } = payload;
    const by = { madeBy: requestedBy, checkedBy: decidedBy };
    const version = await makeVersion(tx, { name, basedOn, figures, reason }, by);
    return { name, version };
  },
});

async function draftToActivate(tx: Connection, name: string, reason: string): Promise<Version> {
  const draft = await lockDraft(tx, name);
  if (draft === null) throw new Refusal("not_found");
  if (draft.is_waiting) throw new Refusal("rules.waiting", { name });
  const figures = figuresOf(draft.rules);
  const version = { name, basedOn: draft.based_on, figures, reason };
  const [newest] = await listVersions(tx, name);
  requireNewest(version, newest?.version ?? 0);
  if (newest !== undefined && textOf(figuresOf(newest.rules)) === textOf(figures)) {
    throw new Refusal("rules.same", { name });
  }
  return version;
}

async function makeVersion(
  tx: Connection,
  { name, basedOn, figures, reason }: Version,
  by: { readonly madeBy: string; readonly checkedBy: string | null },
): Promise<number> {
  requireNewest({ name, basedOn }, await newestVersion(tx, name));
  const version = basedOn + 1;
  const rules = rulesFrom(figures, { name, version });
  await insertVersion(tx, { rules, reason, ...by });
  await deleteDraft(tx, name);
  return version;
}

function requireNewest(draft: Pick<Version, "name" | "basedOn">, version: number): void {
  if (draft.basedOn !== version) throw new Refusal("rules.stale", { name: draft.name, version });
}

const textOf = (figures: RuleFigures): string =>
  canonicalJson(figures as unknown as CanonicalValue);
