import {
  decideInquiry as decideCall,
  enterResult as enterResultCall,
  lodgeInquiry as lodgeCall,
  noteRuns as runsCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { enterResult } from "./enter-result.ts";
import { decideInquiry, lodgeInquiry } from "./inquiries.ts";
import { noteRuns } from "./race-runs.ts";
import { parseResult } from "./results.wire.ts";

export function resultRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, enterResultCall, async ({ params, body, operator, request }) => {
    const { result, status, numbers } = await enterResult(ctx, {
      raceId: knownId(params.race_id),
      form: parseResult(body),
      runs: body.runs ?? undefined,
      operator,
      request,
    });
    const placings = result.placings.map((group) => [...group]);
    const { stage, is_confirmed } = result;
    return { data: { ...numbers, stage, placings, is_confirmed, status } };
  });

  register(app, ctx, runsCall, async ({ params, body, operator, request }) => {
    const raceId = knownId(params.race_id);
    await noteRuns(ctx, { raceId, runs: body.runs, operator, request });
    return { data: { race_id: raceId, runs: body.runs } };
  });

  register(app, ctx, lodgeCall, async ({ params, body, operator, request }) => {
    const { kind, runners, reason } = body;
    const asked = { raceId: params.race_id, kind, runners, reason, operator, request };
    return { data: await lodgeInquiry(ctx, asked) };
  });

  register(app, ctx, decideCall, async ({ params, body, operator, request }) => {
    const { outcome, decision } = body;
    const asked = { inquiryId: params.inquiry_id, outcome, decision, operator, request };
    return { data: await decideInquiry(ctx, asked) };
  });
}
