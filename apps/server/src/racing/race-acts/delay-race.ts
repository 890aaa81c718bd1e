import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { parseInstant, wireInstant } from "../../core/http/wire.ts";
import { dropUnusedDoubles } from "../pools/double-pool.ts";
import {
  actOnRace,
  type RaceAct,
  reasonOf,
  recordAct,
  requireNoSettlement,
  requireStatus,
} from "../races/race-act.ts";
import type { LockedRace } from "../races/race-locks.ts";

/**
 * Moves the start of a draft or an open race to a later time. One whose start has passed counts as
 * closed, even before the job closes it: only `openRace` opens it again.
 *
 * @throws not_found, race.state, race.delay_invalid, settlement.begun
 */
export async function delayRace(ctx: AppContext, act: RaceAct): Promise<void> {
  await actOnRace(ctx, act, async (on) => {
    const { tx, race } = on;
    await requireNoSettlement(tx, race.id);
    requireStatus(race, ["draft", "open"]);
    if (race.status === "open" && race.has_started) {
      throw new Refusal("race.state", { race_id: race.id, status: "closed", needs: ["open"] });
    }
    const start = laterStart(race, act);
    await tx.query("UPDATE race SET start_time = $2, note = $3 WHERE id = $1", [
      race.id,
      start,
      reasonOf(act),
    ]);
    await dropUnusedDoubles(tx, race.id);
    await recordAct(on, act, { action: "race.delay", after: { start_time: start } });
  });
}

/** The new start of a delay: after the old one and after now. @throws race.delay_invalid */
export function laterStart(race: LockedRace, act: RaceAct): Date {
  const start = parseInstant(act.startTime ?? "");
  if (start === null || start <= race.start_time || start <= race.now) {
    throw new Refusal("race.delay_invalid", {
      field: "start_time",
      start_time: wireInstant(race.start_time),
    });
  }
  return start;
}
