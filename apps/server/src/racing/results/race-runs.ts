import type { ResultRun } from "@club/contract";
import { type Placings, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { command, oneRow } from "../../core/db/statements.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { lockRaces, numbersIn } from "../races/race-locks.ts";
import { readRaceField } from "./results.queries.ts";

export interface NotedRuns {
  readonly raceId: string;
  readonly runs: readonly ResultRun[];
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Margins, times and places at the calls of a race that has a result, in place of what was there.
 * They come when the results are long paid, and no payment depends on them.
 *
 * @throws not_found, result.state, result.invalid (runs)
 */
export async function noteRuns(ctx: AppContext, asked: NotedRuns): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockRaces(tx, { exclusive: [asked.raceId] });
    const race = await readOfficial(tx, asked.raceId);
    if (race === null) throw new Refusal("not_found");
    if (race.placings === null) throw new Refusal("result.state", { status: race.status });
    await keepRuns(tx, { ...asked, placings: race.placings });
    await audit(tx, {
      action: "race.runs",
      operator: asked.operator,
      request: asked.request,
      target: asked.raceId,
      before: { runs: race.runs },
      after: { runs: asked.runs },
    });
  });
  forgetPublicRaces(ctx, asked.raceId);
}

/** The official result and what is kept of the race; by primary keys. */
const readOfficial = oneRow<
  { status: string; placings: Placings | null; runs: readonly ResultRun[] },
  [raceId: string]
>(`SELECT r.status, r.runs, (SELECT v.placings FROM result v WHERE v.race_id = r.id AND v.is_confirmed AND NOT v.is_stale
    AND r.status IN ('interim', 'final', 'settled') ORDER BY v.version DESC LIMIT 1) AS placings
  FROM race r WHERE r.id = $1`);

/** Checks and writes them. The caller holds the race's lock. @throws result.invalid */
export async function keepRuns(
  tx: Connection,
  race: {
    readonly raceId: string;
    readonly placings: Placings;
    readonly runs: readonly ResultRun[];
  },
): Promise<void> {
  const { raceId, placings, runs } = race;
  const field = await readRaceField(tx, raceId);
  const starters = numbersIn(field.runner_mask & ~field.scratched_mask);
  for (const [at, run] of runs.entries()) {
    const fault = faultOf(run, { starters, placings, runs });
    const isTwice = runs.findIndex(({ number }) => number === run.number) < at;
    if (fault === null && !isTwice) continue;
    const name = isTwice ? "number" : fault;
    throw new Refusal("result.invalid", {
      reason: "runs",
      field: `runs[${at}].${name}`,
      runner: run.number,
    });
  }
  await writeRuns(tx, { raceId, runs: JSON.stringify(runs) });
}

const writeRuns = command<{ raceId: string; runs: string }>(
  "UPDATE race SET runs = $2::jsonb WHERE id = $1",
  ["raceId", "runs"],
);

interface Known {
  readonly starters: readonly number[];
  readonly placings: Placings;
  readonly runs: readonly ResultRun[];
}

/** The field that cannot be: a runner that did not run, a place behind the last, another finish than the result's. */
function faultOf({ number, positions }: ResultRun, known: Known): string | null {
  const { starters, placings, runs } = known;
  if (!starters.includes(number)) return "number";
  if (positions.some((place) => place > starters.length)) return "positions";
  const calls = Math.max(...runs.map((run) => run.positions.length));
  const place = placeIn(placings, number);
  const isWhole = positions.length > 0 && positions.length === calls;
  return place !== null && isWhole && positions.at(-1) !== place ? "positions" : null;
}

/** Two who share a place leave the next one empty; null: not among those whom the result names. */
export function placeIn(placings: Placings, number: number): number | null {
  const group = placings.findIndex((numbers) => numbers.includes(number));
  return group === -1 ? null : 1 + placings.slice(0, group).flat().length;
}
