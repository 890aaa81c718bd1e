import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { Connection, Queryable } from "../../core/db/connect.ts";
import { command, manyValues, theRow } from "../../core/db/statements.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { forgetRaceFacts } from "./race-facts.ts";
import { type LockedRace, lockRaces, readLockedRace } from "./race-locks.ts";

/** What an operator (or, without one, the system) does to a race. */
export interface RaceAct {
  readonly raceId: string;
  readonly reason?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly operator?: { id: string } | undefined;
  readonly request?: FastifyRequest | undefined;
}

/** A transaction that holds the race's lock and has read the race after it. */
export interface ActOnRace {
  readonly tx: Connection;
  readonly race: LockedRace;
}

interface ActOptions {
  /** Also takes a shared lock on the doubles' other legs: their state decides what is refunded. */
  readonly withOtherLegs?: boolean;
}

/** The race may get more doubles before its lock is held; then locking starts over. */
const LOCK_TRIES = 5;

/**
 * Runs one act on a race in one short transaction. It takes the race's exclusive lock first, so it
 * waits for the bets in flight and no bet follows it unseen (promise P4).
 *
 * @throws not_found, club.busy, and what `work` throws.
 */
export async function actOnRace<T>(
  ctx: AppContext,
  act: { raceId: string } & ActOptions,
  work: (on: ActOnRace) => Promise<T>,
): Promise<T> {
  const raceId = knownId(act.raceId);
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const done = await withTransaction(ctx.db.operators, async (tx) => {
      if (!(await lockForAct(tx, raceId, act.withOtherLegs ?? false))) return null;
      const race = await readLockedRace(tx, raceId);
      if (race === null) throw new Refusal("not_found");
      return { value: await work({ tx, race }) };
    });
    if (done === null) continue;
    forgetRaceFacts(ctx, raceId);
    forgetPublicRaces(ctx, raceId);
    return done.value;
  }
  throw new Refusal("club.busy");
}

/** False when the race got a double with another race meanwhile, whose leg is not locked. */
async function lockForAct(tx: Queryable, raceId: string, withOthers: boolean): Promise<boolean> {
  if (!withOthers) {
    await lockRaces(tx, { exclusive: [raceId] });
    return true;
  }
  const shared = await otherLegsOf(tx, raceId);
  await lockRaces(tx, { exclusive: [raceId], shared });
  const known = new Set(shared);
  return (await otherLegsOf(tx, raceId)).every((leg) => known.has(leg));
}

/** The other legs of a race's pools. Served by pool_race, pool_leg2 and pool_leg_race. */
const otherLegsOf = manyValues<string, [raceId: string]>(`
  SELECT DISTINCT o.race_id AS id FROM race_of_pool w JOIN race_of_pool o ON o.pool_id = w.pool_id
  WHERE w.race_id = $1 AND o.race_id <> $1`);

/** @throws race.state when the race's status does not allow the act. */
export function requireStatus(race: LockedRace, statuses: readonly string[]): void {
  if (statuses.includes(race.status)) return;
  throw new Refusal("race.state", { race_id: race.id, status: race.status, needs: statuses });
}

/** Why, where it was said. */
export function reasonOf(act: RaceAct): string | null {
  const reason = act.reason?.trim() ?? "";
  return reason === "" ? null : reason;
}

/** @throws race.reason_needed */
export function requireReason(act: RaceAct): string {
  const reason = reasonOf(act);
  if (reason === null) throw new Refusal("race.reason_needed", { field: "reason" });
  return reason;
}

/** @throws settlement.begun: once there is a plan, only a correction changes the race. */
export async function requireNoSettlement(tx: Queryable, raceId: string): Promise<void> {
  const { rows } = await tx.query(
    `SELECT FROM settlement WHERE race_id = $1
     UNION ALL SELECT FROM correction WHERE race_id = $1 AND step <> 'done' LIMIT 1`,
    [raceId],
  );
  if (rows.length > 0) throw new Refusal("settlement.begun", { race_id: raceId });
}

/** Records the act for the stream and the audit log, in its transaction. */
export async function recordAct(
  { tx, race }: ActOnRace,
  act: RaceAct,
  row: { action: string; before?: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const { status, start_time, closed_at } = race;
  await audit(tx, {
    action: row.action,
    operator: act.operator,
    request: act.request,
    target: race.id,
    before: row.before ?? { status, start_time, closed_at },
    after: row.after,
    reason: act.reason ?? undefined,
  });
  await tellRace(tx, race.id);
}

/** Announces that something public about the race changed. */
export const tellRace = command<[raceId: string]>(
  "SELECT tell('race:' || $1::text, 'race', jsonb_build_object('race_id', $1::text))",
);

/** What a race is called in an approval that waits. By primary keys. */
export const raceNameOf = theRow<{ meetings: string; raceNo: number }, [raceId: string]>(`
  SELECT m.name AS meetings, r.number AS "raceNo" FROM race r JOIN meeting m ON m.id = r.meeting_id
  WHERE r.id = $1`);
