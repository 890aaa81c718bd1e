import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import { dropUnusedDoubles } from "../pools/double-pool.ts";
import { openPools } from "../pools/open-pools.ts";
import { laterStart } from "./delay-race.ts";
import {
  type ActOnRace,
  actOnRace,
  type RaceAct,
  recordAct,
  requireNoSettlement,
  requireReason,
  requireStatus,
} from "./race-act.ts";

/**
 * Opens a draft for bets, with its six pools. A closed race opens again for a delayed start alone:
 * with a reason, a later start, and never after a result (rules.md section 2).
 *
 * @throws not_found, race.state, race.no_runners, race.start_past, race.reason_needed,
 * race.delay_invalid, settlement.begun
 */
export async function openRace(ctx: AppContext, act: RaceAct): Promise<void> {
  await actOnRace(ctx, act, async (on) => {
    requireStatus(on.race, ["draft", "closed"]);
    await (on.race.status === "draft" ? openDraft(on, act) : openAgain(on, act));
  });
}

async function openDraft(on: ActOnRace, act: RaceAct): Promise<void> {
  const { tx, race } = on;
  if (race.has_started) {
    throw new Refusal("race.start_past", { start_time: race.start_time.toISOString() });
  }
  const { rows } = await tx.query<{ live: number }>(
    "SELECT count(*)::integer AS live FROM runner WHERE race_id = $1 AND scratched_at IS NULL",
    [race.id],
  );
  if (rows[0]?.live === 0) throw new Refusal("race.no_runners", { race_id: race.id });
  // The masks are what the bet function looks at: made anew from the runners they stand for.
  await tx.query(
    `UPDATE race SET status = 'open', opened_at = club_now_ms(), runner_mask = m.runners, scratched_mask = m.scratched
     FROM (SELECT coalesce(sum(1::bigint << number), 0)::bigint AS runners,
         coalesce(sum(1::bigint << number) FILTER (WHERE scratched_at IS NOT NULL), 0)::bigint AS scratched
       FROM runner WHERE race_id = $1) m WHERE id = $1`,
    [race.id],
  );
  await openPools(tx, race.id);
  await recordAct(on, act, { action: "race.open", after: { status: "open" } });
}

async function openAgain(on: ActOnRace, act: RaceAct): Promise<void> {
  const { tx, race } = on;
  const reason = requireReason(act);
  const start = laterStart(race, act);
  await requireNoSettlement(tx, race.id);
  const { rows } = await tx.query("SELECT 1 FROM result WHERE race_id = $1 LIMIT 1", [race.id]);
  if (rows.length > 0) {
    throw new Refusal("race.state", { race_id: race.id, status: race.status, has_result: true });
  }
  await tx.query(
    "UPDATE race SET status = 'open', closed_at = NULL, start_time = $2, note = $3 WHERE id = $1",
    [race.id, start, reason],
  );
  // A jackpot that was taken stays in its pool; doubles that fell with their leg 2 stay closed.
  await tx.query(
    `UPDATE pool SET status = 'OPEN' WHERE race_id = $1 AND status = 'CLOSED' AND NOT is_leg2_void_late
       AND NOT EXISTS (SELECT FROM refund_job j WHERE j.pool_id = pool.id AND j.number IS NULL)`,
    [race.id],
  );
  await tx.query("DELETE FROM race_root WHERE race_id = $1", [race.id]);
  await dropUnusedDoubles(tx, race.id);
  await recordAct(on, act, {
    action: "race.open",
    after: { status: "open", start_time: start },
  });
}
