import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";
import { newId } from "../../core/kit/ids.ts";
import { forgetSports } from "./read-sports.ts";
import { type SportActor, auditAct } from "./sport-event-act.ts";

/** The audit log's target for acts on all events at once. */
export const ALL_SPORTS = "sports";

interface HoldActor extends SportActor {
  readonly operator: { readonly id: string };
}

/**
 * Suspends every open event, or those of a sport, in one transaction; events that open during the
 * hold wait too. Returns how many took bets before. @throws club.busy
 */
export async function suspendAll(
  ctx: AppContext,
  sport: string | null,
  actor: HoldActor,
): Promise<number> {
  const suspended = await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ events: number }>(
      "SELECT hold_sports($1, $2, $3, $4) AS events",
      [newId(), sport, actor.operator.id, actor.reason ?? null],
    );
    const events = rows[0]?.events ?? 0;
    const after = { sport, suspended: events };
    await auditAct(tx, actor, { action: "sport.suspend_all", target: ALL_SPORTS, after });
    return events;
  });
  forgetSports(ctx);
  return suspended;
}

/**
 * Resumes what was suspended by the hold; an event suspended on its own stays so. Returns how many
 * events are open again. @throws club.busy
 */
export async function resumeAll(
  ctx: AppContext,
  sport: string | null,
  actor: HoldActor,
): Promise<number> {
  const resumed = await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ events: number }>("SELECT resume_sports($1, $2) AS events", [
      sport,
      actor.operator.id,
    ]);
    const events = rows[0]?.events ?? 0;
    const after = { sport, resumed: events };
    await auditAct(tx, actor, { action: "sport.resume_all", target: ALL_SPORTS, after });
    return events;
  });
  forgetSports(ctx);
  return resumed;
}

export interface RunningHold {
  begun_at: Date;
  begun_by: string;
  reason: string | null;
}

/** Whether all of sports is on hold, since when and by whom. Served by sport_hold_running. */
export const readHold = oneRow<RunningHold>(`
  SELECT h.begun_at, o.user_name AS begun_by, h.reason FROM sport_hold h JOIN operator o ON o.id = h.begun_by
  WHERE h.ended_at IS NULL AND h.sport IS NULL`);
