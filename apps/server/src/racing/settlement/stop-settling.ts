import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { hasRow } from "../../core/db/statements.ts";
import { audit } from "../../desk/operators/audit.ts";
import { tellRace } from "../races/race-act.ts";
import { lockRaces } from "../races/race-locks.ts";

export interface StopOrder {
  readonly raceId: string;
  readonly reason: string;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** Whether an operator stopped settling this race. By primary key. */
export const isSettlingStopped = hasRow<[raceId: string]>(
  "SELECT 1 FROM race WHERE id = $1 AND settling_stopped_at IS NOT NULL",
);

/**
 * Stops settling a race between two chunks, in whichever process it runs; before there is a plan it
 * keeps settling from starting. What is paid stays paid.
 *
 * @throws not_found, race.state when everything is paid, settlement.stopped when it is already
 * stopped
 */
export async function stopSettling(ctx: AppContext, act: StopOrder): Promise<void> {
  await setStopped(ctx, act, { action: "settlement.stop", isStop: true });
}

/** Resumes it: the next round of the jobs pays from the cursor. @throws settlement.not_stopped */
export async function resumeSettling(ctx: AppContext, act: StopOrder): Promise<void> {
  await setStopped(ctx, act, { action: "settlement.resume", isStop: false });
}

async function setStopped(
  ctx: AppContext,
  act: StopOrder,
  to: { action: string; isStop: boolean },
): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    // A plan that is about to be written is either there already, or is not written any more.
    await lockRaces(tx, { exclusive: [act.raceId] });
    const { rows } = await tx.query<{ status: string; is_stopped: boolean }>(
      `SELECT status, settling_stopped_at IS NOT NULL AS is_stopped FROM race WHERE id = $1
       FOR NO KEY UPDATE`,
      [act.raceId],
    );
    const race = rows[0];
    if (race === undefined) throw new Refusal("not_found");
    if (race.is_stopped === to.isStop) {
      throw new Refusal(to.isStop ? "settlement.stopped" : "settlement.not_stopped");
    }
    if (to.isStop && race.status !== "final") {
      throw new Refusal("race.state", { status: race.status, needs: ["final"] });
    }
    await tx.query(
      `UPDATE race SET settling_stopped_at = CASE WHEN $2 THEN club_now_ms() END,
         settling_stopped_by = CASE WHEN $2 THEN $3::uuid END WHERE id = $1`,
      [act.raceId, to.isStop, act.operator.id],
    );
    await audit(tx, {
      action: to.action,
      operator: act.operator,
      request: act.request,
      target: act.raceId,
      after: { settling_stopped: to.isStop },
      reason: act.reason,
    });
    await tellRace(tx, act.raceId);
  });
}
