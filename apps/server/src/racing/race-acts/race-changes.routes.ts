import {
  changeRunner as changeCall,
  changeTips as tipsCall,
  declareNoRace as noRaceCall,
  declareWalkOver as walkOverCall,
  offerPools as offerCall,
  scratchMeeting as scratchCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireCents } from "../../core/http/wire.ts";
import { declareWalkOver } from "./walk-over.ts";
import { declareNoRace } from "./abandon-race.ts";
import { changeRunner } from "./change-runner.ts";
import { changeTips } from "./change-tips.ts";
import { offerPools } from "./offer-pools.ts";
import { operatorRace } from "../views/operator-races.ts";
import { type ScratchedMeeting, scratchMeeting } from "./scratch-meeting.ts";

/** Changes to a race between its card and its result. */
export function raceChangeRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, offerCall, async ({ params, body, operator, request }) => {
    const raceId = params.race_id;
    await offerPools(ctx, { raceId, ...body, operator, request });
    return { data: await operatorRace(ctx, raceId) };
  });
  register(app, ctx, changeCall, async ({ params, body, operator, request }) => {
    const { race_id: raceId, horse_id: number } = params;
    const { reason, ...fields } = body;
    await changeRunner(ctx, { raceId, number, fields, reason, operator, request });
    return { data: await operatorRace(ctx, raceId) };
  });
  register(app, ctx, tipsCall, async ({ params, body, operator, request }) => {
    const raceId = params.race_id;
    await changeTips(ctx, { raceId, ...body, operator, request });
    return { data: await operatorRace(ctx, raceId) };
  });
  register(app, ctx, scratchCall, async ({ params, body, operator, request }) => {
    const { runners, reason, dry_run } = body;
    const asked = { eventId: params.event_id, runners, reason, isDryRun: dry_run === true };
    const done = await scratchMeeting(ctx, { ...asked, operator, request });
    return { data: toScratched(params.event_id, done) };
  });
  register(app, ctx, walkOverCall, async ({ params, body, operator, request }) => {
    const { race_id: raceId } = params;
    const { horse_id: number, reason } = body;
    const done = await declareWalkOver(ctx, { raceId, number, reason, operator, request });
    return {
      data: {
        ...(await operatorRace(ctx, raceId)),
        scratched: done.scratched,
        refunded_bets: done.refundedBets,
        refunded_cents: wireCents(done.refundedCents),
        is_confirmed: done.isConfirmed,
      },
    };
  });
  register(app, ctx, noRaceCall, async ({ params, body, operator, request }) => {
    const { race_id: raceId } = params;
    const due = await declareNoRace(ctx, { raceId, reason: body.reason, operator, request });
    const race = await operatorRace(ctx, raceId);
    const { refundedBets, refundedCents } = due;
    return {
      data: { ...race, refunded_bets: refundedBets, refunded_cents: wireCents(refundedCents) },
    };
  });
}

function toScratched(eventId: string, done: ScratchedMeeting) {
  const { scratched, already, kept, races } = done;
  return {
    event_id: eventId,
    scratched,
    already,
    kept,
    races: races.map(({ cents, ...race }) => ({ ...race, refunded_cents: wireCents(cents) })),
    refunds: races.reduce((sum, race) => sum + race.refunds, 0),
    refunded_cents: wireCents(races.reduce((sum, race) => sum + race.cents, 0n)),
  };
}
