import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { closeInTransaction } from "./close-race.ts";
import { freezeSoon } from "../../proofs/freeze/freeze.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { forgetRaceFacts } from "../races/race-facts.ts";

const MOST_AT_ONCE = 100;

/**
 * Closes every open race whose start has passed by the club's clock, each in its own transaction,
 * then freezes their bets. Betting was refused from the start on anyway: this records it. Several
 * processes may run it at once; one of them closes each race. Returns the races closed here.
 */
export async function closeDueRaces(ctx: AppContext): Promise<string[]> {
  // Served by race_due; takes no lock.
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    "SELECT id FROM race WHERE status = 'open' AND start_time <= club_now() ORDER BY start_time, id LIMIT $1",
    [MOST_AT_ONCE],
  );
  const closed: string[] = [];
  for (const { id } of rows) if (await closeDue(ctx, id)) closed.push(id);
  await Promise.all(closed.map((raceId) => freezeSoon(ctx, raceBets, raceId)));
  return closed;
}

async function closeDue(ctx: AppContext, raceId: string): Promise<boolean> {
  const closedAt = await withTransaction(ctx.db.jobs, async (tx) => {
    // A delay may have moved the start since the list was read, so it is checked under the lock.
    await tx.query("SELECT pg_advisory_xact_lock(race_lock_key($1))", [raceId]);
    const { rows } = await tx.query(
      "SELECT 1 FROM race WHERE id = $1 AND start_time <= club_now()",
      [raceId],
    );
    return rows.length === 0 ? null : await closeInTransaction(tx, { raceId });
  });
  if (closedAt === null) return false;
  forgetRaceFacts(ctx, raceId);
  forgetPublicRaces(ctx, raceId);
  return true;
}
