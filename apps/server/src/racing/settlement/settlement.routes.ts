import {
  resumeSettling as resumeCall,
  settleRace as settleRaceCall,
  stopSettling as stopCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { settleRace } from "./settle-race.ts";
import { settlementsAtRest } from "./run-settlement.ts";
import { resumeSettling, stopSettling } from "./stop-settling.ts";

export function settlementRoutes(app: FastifyInstance, ctx: AppContext): void {
  ctx.lifecycle.onDrain(() => settlementsAtRest(ctx));

  register(app, ctx, settleRaceCall, async ({ params, body, operator, request }) => {
    const { numbers, status, settledAt } = await settleRace(ctx, {
      raceId: knownId(params.race_id),
      version: body.result_version,
      operator,
      request,
    });
    return { data: { ...numbers, status, settled_at: wireInstant(settledAt) } };
  });

  register(app, ctx, stopCall, async ({ params, body, operator, request }) => {
    const raceId = knownId(params.race_id);
    await stopSettling(ctx, { raceId, reason: body.reason, operator, request });
    return { data: { race_id: raceId, settling_stopped: true } };
  });

  register(app, ctx, resumeCall, async ({ params, body, operator, request }) => {
    const raceId = knownId(params.race_id);
    await resumeSettling(ctx, { raceId, reason: body.reason, operator, request });
    return { data: { race_id: raceId, settling_stopped: false } };
  });
}
