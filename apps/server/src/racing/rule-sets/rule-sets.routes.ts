import {
  activateRules as activateCall,
  dropRuleDraft,
  getRuleSet,
  getWhatIf,
  listRuleSets,
  listWhatIfRaces,
  saveRuleDraft,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { activateRules } from "./activate-rules.ts";
import { dropDraft, listRules, readRules, saveDraft } from "./draft-rules.ts";
import { racesForWhatIf, whatIf } from "./what-if.ts";

/** Rule sets, their drafts and versions, and what a version would have paid. */
export function ruleSetRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listRuleSets, async () => ({ list: await listRules(ctx) }));
  register(app, ctx, getRuleSet, async ({ params }) => ({
    data: await readRules(ctx.db.operators, params.name),
  }));
  register(app, ctx, saveRuleDraft, async ({ params, body, operator, request }) => ({
    data: await saveDraft(ctx, { ...params, ...body, operator, request }),
  }));
  register(app, ctx, dropRuleDraft, async ({ params, operator, request }) => {
    await dropDraft(ctx, { ...params, operator, request });
    return { data: { name: params.name } };
  });
  register(app, ctx, activateCall, async ({ params, body, operator, request }) => {
    const { name } = params;
    const done = await activateRules(ctx, { name, reason: body.reason, operator, request });
    const { version, approvalId } = done;
    const status = approvalId === null ? ("done" as const) : ("pending" as const);
    return { data: { name, status, version, approval_id: approvalId } };
  });
  whatIfRoutes(app, ctx);
}

function whatIfRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listWhatIfRaces, async ({ query }) => {
    const { from, to, rule_set: ruleSet } = query;
    const { list, isCut } = await racesForWhatIf(ctx, { from, to, ruleSet: ruleSet ?? null });
    return { data: { is_cut: isCut }, list };
  });
  register(
    app,
    ctx,
    getWhatIf,
    async ({ query }) => {
      const { race_id: raceId, rule_set: ruleSet } = query;
      const version = query.version ?? null;
      const list = await whatIf(ctx, { raceId, ruleSet, version });
      return { data: { race_id: raceId, rule_set: ruleSet, version }, list };
    },
    // The list of races that starts a what-if is audited; the single races name nobody.
    { isAudited: false },
  );
}
