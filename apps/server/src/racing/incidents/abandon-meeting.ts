import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { runSaga, defineSaga } from "../../desk/sagas/sagas.ts";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { abandonRace } from "../race-acts/abandon-race.ts";

export interface MeetingAct {
  readonly eventId: string;
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface AbandonedMeeting {
  /** Race numbers. */
  readonly abandoned: number[];
  readonly kept: number[];
  readonly refundedBets: number;
  readonly refundedCents: bigint;
}

const KIND = "meeting.abandon";

/**
 * Abandons the races of a meeting one by one, the last first, so that no double finds its second
 * leg still on. Races that are settled, or being settled, stand. Each race is atomic; the start is
 * recorded first, so that after a crash the jobs go on with the rest.
 *
 * @throws not_found
 */
export async function abandonMeeting(ctx: AppContext, act: MeetingAct): Promise<AbandonedMeeting> {
  const eventId = knownId(act.eventId);
  const races = await readRaces(ctx, eventId);
  if (races.length === 0) throw new Refusal("not_found");
  const { operator, reason } = act;
  const begun = { kind: KIND, target: eventId, operator, payload: { reason } };
  return await runSaga(ctx, begun, async () => await abandonAll(ctx, races, act));
}

/** A meeting with some races abandoned and others still to do. */
export const meetingAbandon = defineSaga({
  kind: KIND,
  payload: z.object({ reason: z.string() }),
  goOn: async (ctx, { target, payload, operator }) => {
    const races = await readRaces(ctx, target);
    await abandonAll(ctx, races, { ...payload, operator });
  },
});

async function abandonAll(
  ctx: AppContext,
  races: readonly MeetingRace[],
  act: Omit<MeetingAct, "eventId">,
): Promise<AbandonedMeeting> {
  const abandoned: number[] = [];
  const kept: number[] = [];
  let refundedBets = 0;
  let refundedCents = 0n;
  for (const race of races) {
    const due = await abandonOne(ctx, race.id, act);
    if (due === null) {
      if (!race.is_void) kept.push(race.number);
      continue;
    }
    abandoned.push(race.number);
    refundedBets += due.refundedBets;
    refundedCents += due.refundedCents;
  }
  abandoned.reverse();
  kept.reverse();
  return { abandoned, kept, refundedBets, refundedCents };
}

/** Null for a race that can no longer be abandoned. */
async function abandonOne(ctx: AppContext, raceId: string, act: Omit<MeetingAct, "eventId">) {
  try {
    return await abandonRace(ctx, { ...act, raceId });
  } catch (error) {
    const stands = ["race.state", "settlement.begun"];
    if (error instanceof Refusal && stands.includes(error.code)) return null;
    throw error;
  }
}

interface MeetingRace {
  readonly id: string;
  readonly number: number;
  readonly is_void: boolean;
}

/** Served by the unique index of meeting and number. */
async function readRaces(ctx: AppContext, eventId: string): Promise<MeetingRace[]> {
  const { rows } = await ctx.db.operators.query<MeetingRace>(
    `SELECT id, number, status = 'abandoned' AS is_void FROM race WHERE meeting_id = $1
     ORDER BY number DESC`,
    [eventId],
  );
  return rows;
}
