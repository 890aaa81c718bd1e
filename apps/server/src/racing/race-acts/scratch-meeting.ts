import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { runSaga, defineSaga } from "../../desk/sagas/sagas.ts";
import type { AppContext } from "../../core/context.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { actOnRace, type RaceAct } from "../races/race-act.ts";
import { countDue } from "../refunds/refund-due.ts";
import { payRefundsInline } from "../refunds/refund-worker.ts";
import { markScratched, requireScratchable } from "./scratch-runner.ts";
import { previewScratchings } from "./scratch-preview.ts";

export interface ScratchList {
  readonly eventId: string;
  readonly runners: readonly { readonly race_id: string; readonly horse_id: number }[];
  readonly reason?: string | null | undefined;
  readonly isDryRun: boolean;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

export interface ScratchedRace {
  readonly raceNo: number;
  readonly scratched: number;
  readonly refunds: number;
  readonly cents: bigint;
}

export interface ScratchedMeeting {
  readonly scratched: number;
  readonly already: number;
  readonly kept: number[];
  readonly races: ScratchedRace[];
}

/** The runners of one race that are to be scratched. */
export interface RaceList {
  readonly raceId: string;
  readonly raceNo: number;
  readonly numbers: readonly number[];
}

const KIND = "meeting.scratch";

/**
 * Scratches runners in several races of a meeting. Each race is one transaction; a race that can no
 * longer change (settled, abandoned, being settled) is reported. Runners already out are skipped.
 * The start is recorded first, so that after a crash the jobs go on with the rest.
 *
 * @throws not_found, bet.runner_unknown: then nothing was done
 */
export async function scratchMeeting(
  ctx: AppContext,
  asked: ScratchList,
): Promise<ScratchedMeeting> {
  const { lists, already } = await readLists(ctx, asked);
  if (asked.isDryRun) return { ...(await previewScratchings(ctx.db.operators, lists)), already };
  const { eventId, runners, reason = null, operator } = asked;
  const begun = { kind: KIND, target: newId(), operator, payload: { eventId, runners, reason } };
  return await runSaga(ctx, begun, async () => await scratchAll(ctx, { lists, already }, asked));
}

/** A list with some races done and others still waiting. */
export const meetingScratch = defineSaga({
  kind: KIND,
  payload: z.object({
    eventId: z.string(),
    runners: z.array(z.object({ race_id: z.string(), horse_id: z.int() })),
    reason: z.string().nullable(),
  }),
  goOn: async (ctx, { payload, operator }) => {
    const asked = { ...payload, operator, isDryRun: false };
    await scratchAll(ctx, await readLists(ctx, asked), asked);
  },
});

async function scratchAll(
  ctx: AppContext,
  { lists, already }: { readonly lists: readonly RaceList[]; readonly already: number },
  asked: ScratchList,
): Promise<ScratchedMeeting> {
  const kept: number[] = [];
  const races: ScratchedRace[] = [];
  let late = 0;
  for (const list of lists) {
    const done = await scratchRace(ctx, list, asked);
    if (done === null) kept.push(list.raceNo);
    else races.push(done);
    if (done !== null) late += list.numbers.length - done.scratched;
  }
  const scratched = races.reduce((sum, race) => sum + race.scratched, 0);
  return { scratched, already: already + late, kept, races };
}

/** Null for a race that a scratching can no longer change. */
async function scratchRace(
  ctx: AppContext,
  list: RaceList,
  asked: ScratchList,
): Promise<ScratchedRace | null> {
  const { reason, operator, request } = asked;
  const act: RaceAct = { raceId: list.raceId, reason, operator, request };
  try {
    const { jobs, scratched } = await actOnRace(
      ctx,
      { raceId: list.raceId, withOtherLegs: true },
      async (on) => {
        await requireScratchable(on);
        const done = { jobs: [] as string[], scratched: 0 };
        for (const number of list.numbers) {
          const made = await markScratched(on, { ...act, number }).catch(passOver);
          if (made === null) continue;
          done.jobs.push(...made);
          done.scratched += 1;
        }
        return done;
      },
    );
    const due = await countDue(ctx.db.jobs, jobs);
    await payRefundsInline(ctx, list.raceId);
    const { refundedBets: refunds, refundedCents: cents } = due;
    return { raceNo: list.raceNo, scratched, refunds, cents };
  } catch (error) {
    const stands = ["race.state", "settlement.begun"];
    if (error instanceof Refusal && stands.includes(error.code)) return null;
    throw error;
  }
}

/** Somebody else scratched it meanwhile, so there is nothing left to do. */
function passOver(error: unknown): null {
  if (error instanceof Refusal && error.code === "runner.scratched_already") return null;
  throw error;
}

interface RunnerRow {
  race_id: string;
  raceNo: number;
  number: number | null;
  is_scratched: boolean;
}

/** The runners still in, by race in order of number. Served by the keys of race and runner. */
async function readLists(
  ctx: AppContext,
  asked: ScratchList,
): Promise<{ lists: RaceList[]; already: number }> {
  const { rows } = await ctx.db.operators.query<RunnerRow>(
    `SELECT DISTINCT i.race_id, r.number AS "raceNo", n.number, n.scratched_at IS NOT NULL AS is_scratched
     FROM unnest($2::uuid[], $3::smallint[]) AS i (race_id, number)
     JOIN race r ON r.id = i.race_id AND r.meeting_id = $1
     LEFT JOIN runner n ON n.race_id = i.race_id AND n.number = i.number
     ORDER BY r.number, n.number`,
    [
      knownId(asked.eventId),
      asked.runners.map((row) => knownId(row.race_id)),
      asked.runners.map((row) => row.horse_id),
    ],
  );
  const known = new Set(rows.map((row) => row.race_id));
  if (asked.runners.some(({ race_id }) => !known.has(race_id))) throw new Refusal("not_found");
  const strange = rows.find((row) => row.number === null);
  if (strange !== undefined) {
    throw new Refusal("bet.runner_unknown", { field: "runners", race_id: strange.race_id });
  }
  const live = rows.filter((row) => !row.is_scratched);
  const lists = [...Map.groupBy(live, (row) => row.race_id)].map(([raceId, runners]) => ({
    raceId,
    raceNo: runners[0]?.raceNo ?? 0,
    numbers: runners.map((row) => row.number ?? 0),
  }));
  return { lists, already: rows.length - live.length };
}
