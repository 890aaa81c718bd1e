import {
  answerRealityCheck as answerCall,
  checkIdentity as identityCall,
  clearReview as clearCall,
  excludeSelf as excludeCall,
  getActivity,
  getPlayerProtection,
  getProtection,
  listProtectionLog,
  putIdentityRule,
  putProtection,
  returnToBetting as returnCall,
  takeTimeOut as timeOutCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { register, registerMoney } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { excludeSelf, returnToBetting, takeTimeOut } from "./bar-player.ts";
import {
  checkIdentity,
  clearReview,
  readOperatorProtection,
  setIdentityRule,
} from "./operator-protection.ts";
import { listLog } from "./protection.queries.ts";
import { readActivity } from "./read-activity.ts";
import { readProtection } from "./read-protection.ts";
import { answerRealityCheck } from "./reality-check.ts";
import { setProtection } from "./set-protection.ts";

/** Time-out, self-exclusion, reality check, activity. */
export function protectionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getProtection, async ({ player }) => ({
    data: await readProtection(ctx.db.browsing, player.id),
  }));
  registerMoney(app, ctx, putProtection, async ({ player, body }) => ({
    data: await setProtection(ctx, player.id, body),
  }));
  registerMoney(app, ctx, timeOutCall, async ({ player, body }) => ({
    data: { until: wireInstant(await takeTimeOut(ctx, player.id, body.days)) },
  }));
  registerMoney(app, ctx, excludeCall, async ({ player, body }) => ({
    data: { until: wireInstant(await excludeSelf(ctx, player.id, body.months)) },
  }));
  registerMoney(app, ctx, returnCall, async ({ player, body }) => ({
    data: await returnToBetting(ctx, player.id, body?.limits),
  }));
  register(app, ctx, answerCall, async ({ player, body }) => {
    await answerRealityCheck(ctx, player, body.answer);
    return {};
  });
  register(app, ctx, getActivity, async ({ player, query }) => ({
    data: await readActivity(ctx.reads.lists(player), player.id, query.month),
  }));
  register(app, ctx, listProtectionLog, async ({ player, query }) => {
    const { before, limit } = numberedPageOf(query);
    const rows = await listLog(ctx.reads.lists(player), player.id, { before, limit: limit + 1 });
    const { data, list } = cutPage(rows, limit, (row) => String(row.id));
    return {
      data,
      list: list.map(({ at, kind, detail }) => ({ at: wireInstant(at), kind, detail })),
    };
  });
  deskRoutes(app, ctx);
}

function deskRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPlayerProtection, async ({ params }) => ({
    data: await readOperatorProtection(ctx.db.operators, knownId(params.player_id)),
  }));
  register(app, ctx, clearCall, async ({ params, body, operator, request }) => ({
    data: await clearReview(ctx, knownId(params.player_id), {
      operator,
      request,
      reason: body.reason,
    }),
  }));
  register(app, ctx, identityCall, async ({ params, body, operator, request }) => ({
    data: await checkIdentity(ctx, knownId(params.player_id), {
      operator,
      request,
      evidence: body.evidence,
      dateOfBirth: body.date_of_birth,
    }),
  }));
  register(app, ctx, putIdentityRule, async ({ body, operator, request }) => {
    await setIdentityRule(ctx, body.rule, { operator, request });
    return { data: { rule: body.rule } };
  });
}
