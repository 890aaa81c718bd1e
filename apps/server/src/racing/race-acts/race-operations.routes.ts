import {
  abandonRace as abandonCall,
  closeRace as closeCall,
  delayRace as delayCall,
  getDaySigns,
  getOperatorRace,
  listMeetings,
  openRace as openCall,
  scratchRunner as scratchCall,
} from "@club/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { wireCents } from "../../core/http/wire.ts";
import { parseEntries } from "../results/results.wire.ts";
import { abandonRace } from "./abandon-race.ts";
import { daySigns } from "../views/day-signs.ts";
import { closeRace } from "./close-race.ts";
import { delayRace } from "./delay-race.ts";
import { openRace } from "./open-race.ts";
import { operatorRace, runSheet } from "../views/operator-races.ts";
import type { RaceAct } from "../races/race-act.ts";
import { scratchRunner } from "./scratch-runner.ts";

/** Not audited: the run sheet is polled, says nothing about people and would fill the log. */
const POLLED = { isAudited: false };

/** The acts on a race; each answers with the race as it is after the act. */
export function raceOperationRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listMeetings,
    async ({ query }) => ({ list: await runSheet(ctx, query.day) }),
    POLLED,
  );
  register(
    app,
    ctx,
    getOperatorRace,
    async ({ params }) => ({ data: await operatorRace(ctx, params.race_id) }),
    POLLED,
  );
  register(app, ctx, getDaySigns, async () => ({ data: await daySigns(ctx) }), POLLED);
  register(app, ctx, openCall, async (asked) => {
    const opening = await openRace(ctx, toAct(asked));
    const race = await operatorRace(ctx, asked.params.race_id);
    if (opening.kind === "open") return { data: race };
    const { race_id } = race;
    return { data: { race_id, status: "pending" as const, approval_id: opening.approvalId } };
  });
  register(app, ctx, closeCall, async (asked) => {
    await closeRace(ctx, toAct(asked));
    return { data: await operatorRace(ctx, asked.params.race_id) };
  });
  register(app, ctx, delayCall, async (asked) => {
    await delayRace(ctx, toAct(asked));
    return { data: await operatorRace(ctx, asked.params.race_id) };
  });
  register(app, ctx, abandonCall, async (asked) => {
    const declared = parseEntries(asked.body?.declared_dividends ?? []);
    const due = await abandonRace(ctx, { ...toAct(asked), declared });
    const race = await operatorRace(ctx, asked.params.race_id);
    return { data: { ...race, ...toRefunded(due) } };
  });
  register(app, ctx, scratchCall, async (asked) => {
    const number = asked.body.horse_id;
    const due = await scratchRunner(ctx, { ...toAct(asked), number });
    const race = await operatorRace(ctx, asked.params.race_id);
    return { data: { ...race, horse_id: number, ...toRefunded(due) } };
  });
}

interface AskedAct {
  params: { race_id: string };
  body?:
    | { reason?: string | null | undefined; start_time?: string | null | undefined }
    | null
    | undefined;
  operator: { id: string };
  request: FastifyRequest;
}

function toAct({ params, body, operator, request }: AskedAct): RaceAct {
  return {
    raceId: params.race_id,
    reason: body?.reason,
    startTime: body?.start_time,
    operator,
    request,
  };
}

function toRefunded({
  refundedBets,
  refundedCents,
}: {
  refundedBets: number;
  refundedCents: bigint;
}) {
  return { refunded_bets: refundedBets, refunded_cents: wireCents(refundedCents) };
}
