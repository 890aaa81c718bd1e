import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { knownId } from "../../core/kit/ids.ts";
import { audit } from "../../desk/operators/audit.ts";
import { freezeSoon } from "../../proofs/freeze/freeze.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import type { RaceAct } from "../races/race-act.ts";
import { forgetRaceFacts } from "../races/race-facts.ts";

/**
 * Closes betting on an open race: waits for the bets in flight, so no bet has a later `accepted_at`
 * than its `closed_at`; then freezes its bets under a root (promise P7).
 *
 * @throws not_found, race.state
 */
export async function closeRace(ctx: AppContext, act: RaceAct): Promise<void> {
  const raceId = knownId(act.raceId);
  await withTransaction(ctx.db.operators, async (tx) => {
    const closedAt = await closeInTransaction(tx, { ...act, raceId });
    if (closedAt === null) throw await notOpen(tx, raceId);
  });
  forgetRaceFacts(ctx, raceId);
  forgetPublicRaces(ctx, raceId);
  await freezeSoon(ctx, raceBets, raceId);
}

/** Closes the race by the only function allowed to; null when it was not open. */
export async function closeInTransaction(tx: Queryable, act: RaceAct): Promise<Date | null> {
  const { rows } = await tx.query<{ closed_at: Date | null }>(
    "SELECT close_race($1) AS closed_at",
    [act.raceId],
  );
  const closedAt = rows[0]?.closed_at ?? null;
  if (closedAt === null) return null;
  await audit(tx, {
    action: "race.close",
    operator: act.operator,
    request: act.request,
    target: act.raceId,
    before: { status: "open" },
    after: { status: "closed", closed_at: closedAt },
    reason: act.reason ?? undefined,
  });
  return closedAt;
}

async function notOpen(tx: Queryable, raceId: string): Promise<Refusal> {
  const { rows } = await tx.query<{ status: string }>("SELECT status FROM race WHERE id = $1", [
    raceId,
  ]);
  const status = rows[0]?.status;
  if (status === undefined) return new Refusal("not_found");
  return new Refusal("race.state", { race_id: raceId, status, needs: ["open"] });
}
