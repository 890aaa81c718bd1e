import type { Incident, IncidentNotice, IncidentScope } from "@club/contract";
import { present, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { knownId, newId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { tellRace } from "../races/race-act.ts";
import { lockRaces, readLockedRace } from "../races/race-locks.ts";
import {
  endRunning,
  findIncident,
  insertIncident,
  insertNote,
  markPaused,
  pausedBy,
  type PausedThing,
  readIncident,
  readPauses,
} from "./incidents.queries.ts";

export interface NewPause {
  readonly scope: IncidentScope;
  readonly raceId: string | null;
  readonly poolId: string | null;
  readonly notice: IncidentNotice;
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Pauses a pool, a race or all betting. It waits for the affected bets in flight; once it has
 * answered, no more are accepted (promise P4).
 *
 * @throws not_found, request.invalid, race.state, incident.running
 */
export async function pauseBetting(ctx: AppContext, asked: NewPause): Promise<Incident> {
  const id = newId();
  const incident = await withTransaction(ctx.db.operators, async (tx) => {
    const thing = await lockThing(tx, asked);
    const running = await pausedBy(tx, thing);
    if (running !== null) throw new Refusal("incident.running", { incident_id: running });
    const { notice, reason, operator, request } = asked;
    await insertIncident(tx, { id, ...thing, notice, reason, operatorId: operator.id });
    await markPaused(tx, thing, id);
    await audit(tx, {
      action: actionOf(thing, "pause"),
      operator,
      request,
      target: thing.raceId ?? id,
      after: { incident_id: id, pool_id: thing.poolId, notice },
      reason,
    });
    await tell(tx, thing);
    return present(await readIncident(tx, id), "an incident that was written is there");
  });
  forget(ctx, incident.race_id);
  return incident;
}

export interface IncidentAct {
  readonly incidentId: string;
  readonly text: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** Lets betting go on. @throws not_found, incident.over for the second of two who end it */
export async function resumeBetting(ctx: AppContext, act: IncidentAct): Promise<Incident> {
  const id = knownId(act.incidentId);
  const incident = await withTransaction(ctx.db.operators, async (tx) => {
    const found = await findIncident(tx, id);
    if (found === null) throw new Refusal("not_found");
    const thing = { scope: found.scope, raceId: found.race_id, poolId: found.pool_id };
    await lockBetting(tx, thing);
    if (!(await endRunning(tx, id, act.operator.id))) throw await isOver(tx, id);
    await markPaused(tx, thing, null);
    await insertNote(tx, { incidentId: id, operatorId: act.operator.id, text: act.text });
    await audit(tx, {
      action: actionOf(thing, "resume"),
      operator: act.operator,
      request: act.request,
      target: thing.raceId ?? id,
      after: { incident_id: id, pool_id: thing.poolId },
      reason: act.text,
    });
    await tell(tx, thing);
    return present(await readIncident(tx, id), "an incident that ended is there");
  });
  forget(ctx, incident.race_id);
  return incident;
}

async function isOver(tx: Queryable, id: string): Promise<Refusal> {
  const incident = await readIncident(tx, id);
  return new Refusal("incident.over", { name: incident?.ended_by, ended_at: incident?.ended_at });
}

/** Adds a line to the log, even after the end, since what is learned late belongs there too. */
export async function noteIncident(ctx: AppContext, act: IncidentAct): Promise<Incident> {
  const id = knownId(act.incidentId);
  return await withTransaction(ctx.db.operators, async (tx) => {
    if ((await findIncident(tx, id)) === null) throw new Refusal("not_found");
    await insertNote(tx, { incidentId: id, operatorId: act.operator.id, text: act.text });
    await audit(tx, {
      action: "incident.note",
      operator: act.operator,
      request: act.request,
      target: id,
      after: { text: act.text },
    });
    await tx.query("SELECT tell('operator', 'queue', $1)", [
      JSON.stringify({ queue: "incidents" }),
    ]);
    return present(await readIncident(tx, id), "an incident that was noted is there");
  });
}

/** Finds what is to be paused, and locks its betting. */
async function lockThing(tx: Queryable, asked: NewPause): Promise<PausedThing> {
  if (asked.scope === "all") {
    const thing = { scope: asked.scope, raceId: null, poolId: null };
    await lockBetting(tx, thing);
    return thing;
  }
  const thing = asked.scope === "race" ? raceOf(asked) : await poolOf(tx, asked);
  await lockBetting(tx, thing);
  const race = await readLockedRace(tx, thing.raceId);
  if (race === null) throw new Refusal("not_found");
  if (race.status !== "open") {
    throw new Refusal("race.state", { race_id: race.id, status: race.status, needs: ["open"] });
  }
  return thing;
}

function raceOf({ raceId }: NewPause): PausedThing & { raceId: string } {
  if (raceId === null) throw new Refusal("request.invalid", { field: "race_id" });
  return { scope: "race", raceId: knownId(raceId), poolId: null };
}

/** A double's pool belongs to its first leg: every bet of it holds that race's lock. */
async function poolOf(
  tx: Queryable,
  { poolId }: NewPause,
): Promise<PausedThing & { raceId: string }> {
  if (poolId === null) throw new Refusal("request.invalid", { field: "pool_id" });
  const { rows } = await tx.query<{ id: string; race_id: string }>(
    "SELECT id, race_id FROM pool WHERE id = $1",
    [knownId(poolId)],
  );
  if (rows[0] === undefined) throw new Refusal("not_found");
  return { scope: "pool", raceId: rows[0].race_id, poolId: rows[0].id };
}

async function lockBetting(tx: Queryable, { raceId }: PausedThing): Promise<void> {
  if (raceId === null) await tx.query("SELECT pg_advisory_xact_lock(betting_lock_key())");
  else await lockRaces(tx, { exclusive: [raceId] });
}

function actionOf({ scope }: PausedThing, act: "pause" | "resume"): string {
  if (scope === "all") return `betting.${act}`;
  return scope === "race" ? `race.${act}` : `race.pool_${act}`;
}

/** Players and consoles get the full list of current pauses, with nothing to add up. */
async function tell(tx: Queryable, { raceId }: PausedThing): Promise<void> {
  const list = await readPauses(tx);
  await tx.query("SELECT tell('races', 'pauses', $1)", [JSON.stringify({ list })]);
  if (raceId !== null) await tellRace(tx, raceId);
}

function forget(ctx: AppContext, raceId: string | null): void {
  forgetPublicRaces(ctx, raceId ?? "");
}
