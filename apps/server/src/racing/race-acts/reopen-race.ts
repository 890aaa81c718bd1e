import { Refusal, present } from "@club/domain";
import { z } from "zod";
import { defineApproval, requestApproval } from "../../desk/approvals/approvals.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { dropUnusedDoubles } from "../pools/double-pool.ts";
import { laterStart } from "./delay-race.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import {
  type ActOnRace,
  type RaceAct,
  recordAct,
  requireNoSettlement,
  requireReason,
  requireStatus,
  tellRace,
  raceNameOf,
} from "../races/race-act.ts";
import { forgetRaceFacts } from "../races/race-facts.ts";
import { lockRaces, readLockedRace } from "../races/race-locks.ts";

/** A delay by which a closed race opens again, as the second operator approves it. */
const payload = z.object({
  reason: z.string(),
  start_time: z.string(),
  /** The close that it undoes, not a later one. */
  closed_at: z.string().nullable(),
  /** Shown to whoever decides. */
  meetings: z.string(),
  raceNo: z.int(),
});

interface Reopening {
  readonly start: Date;
  readonly reason: string;
}

/** Opens a closed race again. @throws race.state, race.reason_needed, race.delay_invalid, settlement.begun */
export async function reopenNow(on: ActOnRace, act: RaceAct): Promise<void> {
  const reopening = await checkReopening(on, act);
  await reopen(on, reopening);
  await recordAct(on, act, {
    action: "race.open",
    after: { status: "open", start_time: reopening.start },
  });
}

/**
 * With four eyes: asks a second operator, and opens nothing. A past-post bet would come from
 * reopening a closed race, so nobody does that alone (promise P4).
 *
 * @returns the approval's id.
 * @throws as `reopenNow`
 */
export async function askToReopen(
  on: ActOnRace,
  act: RaceAct & { operator: { id: string } },
): Promise<string> {
  const { tx, race } = on;
  const { start, reason } = await checkReopening(on, act);
  return await requestApproval(tx, {
    kind: "race.reopen",
    playerId: null,
    target: race.id,
    payload: {
      reason,
      start_time: wireInstant(start),
      closed_at: wireInstant(race.closed_at),
      ...(await raceNameOf(tx, race.id)),
    },
    reason,
    operator: act.operator,
    ...(act.request === undefined ? {} : { request: act.request }),
  });
}

/** A reopening that waits for a second operator: everything is checked again when it happens. */
export const reopenApproval = defineApproval({
  kind: "race.reopen",
  roles: ["pool_controller"],
  payload,
  lock: async (tx, asked) => {
    await lockRaces(tx, { exclusive: [asked.target] });
  },
  carryOut: async (tx, asked) => {
    const race = present(await readLockedRace(tx, asked.target), "the race that was asked for");
    const { reason, start_time, closed_at } = asked.payload;
    const on = { tx, race };
    const reopening = await checkReopening(on, { raceId: race.id, reason, startTime: start_time });
    const closedAt = wireInstant(race.closed_at);
    if (closedAt !== closed_at) throw stateRefusal(on, { closed_at: closedAt });
    await reopen(on, reopening);
    await tellRace(tx, race.id);
    return { race_id: race.id, status: "open", start_time };
  },
  committed: (ctx, asked) => {
    forgetRaceFacts(ctx, asked.target);
    forgetPublicRaces(ctx, asked.target);
  },
});

async function checkReopening({ tx, race }: ActOnRace, act: RaceAct): Promise<Reopening> {
  requireStatus(race, ["closed"]);
  const reason = requireReason(act);
  const start = laterStart(race, act);
  await requireNoSettlement(tx, race.id);
  const { rows } = await tx.query("SELECT 1 FROM result WHERE race_id = $1 LIMIT 1", [race.id]);
  if (rows.length > 0) throw stateRefusal({ tx, race }, { has_result: true });
  return { start, reason };
}

function stateRefusal({ race }: ActOnRace, more: Record<string, unknown>): Refusal {
  return new Refusal("race.state", { race_id: race.id, status: race.status, ...more });
}

async function reopen({ tx, race }: ActOnRace, { start, reason }: Reopening): Promise<void> {
  await tx.query(
    "UPDATE race SET status = 'open', closed_at = NULL, start_time = $2, note = $3 WHERE id = $1",
    [race.id, start, reason],
  );
  // A jackpot already taken stays in its pool; doubles that fell with their leg 2 stay closed.
  await tx.query(
    `UPDATE pool SET status = 'OPEN' WHERE race_id = $1 AND status = 'CLOSED' AND NOT is_leg2_void_late
       AND NOT EXISTS (SELECT FROM pool_leg l WHERE l.pool_id = pool.id AND l.is_void_late)
       AND NOT EXISTS (SELECT FROM refund_job j WHERE j.pool_id = pool.id AND j.number IS NULL)`,
    [race.id],
  );
  await tx.query("DELETE FROM race_root WHERE race_id = $1", [race.id]);
  await dropUnusedDoubles(tx, race.id);
}
