import {
  abandonMeeting as abandonCall,
  beginIncident,
  endIncident,
  getPoolRefund,
  listIncidents,
  listPauses,
  noteIncident as noteCall,
  refundPool as refundCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireCents } from "../../core/http/wire.ts";
import { abandonMeeting } from "./abandon-meeting.ts";
import { noteIncident, pauseBetting, resumeBetting } from "./pause-betting.ts";
import { currentPauses, incidentsFrom } from "./read-incidents.ts";
import { poolRefundFacts } from "./pool-refund-facts.ts";
import { refundPool } from "./refund-pool.ts";

/** What to do when something goes wrong: pauses, their log, pool refunds, abandoned meetings. */
export function incidentRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listPauses, async () => ({ list: await currentPauses(ctx) }), {
    cacheSeconds: 1,
  });
  register(app, ctx, listIncidents, async ({ query }) => await incidentsFrom(ctx, query), {
    isAudited: false,
  });
  register(app, ctx, beginIncident, async ({ body, operator, request }) => {
    const { scope, notice, reason } = body;
    const raceId = body.race_id ?? null;
    const poolId = body.pool_id ?? null;
    const asked = { scope, raceId, poolId, notice, reason, operator, request };
    return { data: await pauseBetting(ctx, asked) };
  });
  register(app, ctx, noteCall, async ({ params, body, operator, request }) => {
    const act = { incidentId: params.incident_id, text: body.text, operator, request };
    return { data: await noteIncident(ctx, act) };
  });
  register(app, ctx, endIncident, async ({ params, body, operator, request }) => {
    const act = { incidentId: params.incident_id, text: body.text, operator, request };
    return { data: await resumeBetting(ctx, act) };
  });
  reverseRoutes(app, ctx);
}

/** The acts that refund whole pools. */
function reverseRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getPoolRefund, async ({ params }) => ({
    data: await poolRefundFacts(ctx, params.pool_id),
  }));
  register(app, ctx, refundCall, async ({ params, body, operator, request }) => {
    const { reason } = body;
    const done = await refundPool(ctx, { poolId: params.pool_id, reason, operator, request });
    return {
      data: {
        pool_id: params.pool_id,
        status: done.approvalId === null ? ("refunded" as const) : ("pending" as const),
        approval_id: done.approvalId,
        refunded_bets: done.refundedBets,
        refunded_cents: wireCents(done.refundedCents),
      },
    };
  });
  register(app, ctx, abandonCall, async ({ params, body, operator, request }) => {
    const { reason } = body;
    const eventId = params.event_id;
    const done = await abandonMeeting(ctx, { eventId, reason, operator, request });
    return {
      data: {
        event_id: eventId,
        abandoned: done.abandoned,
        kept: done.kept,
        refunded_bets: done.refundedBets,
        refunded_cents: wireCents(done.refundedCents),
      },
    };
  });
}
