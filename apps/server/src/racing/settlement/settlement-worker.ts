import type { AppContext } from "../../core/context.ts";
import { inTurn } from "../../core/kit/in-turn.ts";
import { type WorkerOptions, runSettlement } from "./run-settlement.ts";
import { listVoidLegs } from "./pool-rows.queries.ts";
import { settleWaitingDoubles } from "./settle-doubles.ts";
import { listUnfinished } from "./settlements.queries.ts";

/**
 * Finishes every settlement that was begun, of all races or of one. Each worker goes on from where
 * another left off: the plan is a row, and each chunk moves its cursor in its own transaction
 * (promise P8).
 *
 * @throws the first fault of a settlement, after all others had their turn.
 */
export async function runSettlements(
  ctx: AppContext,
  raceId?: string,
  options: WorkerOptions = {},
): Promise<void> {
  const begun = async () =>
    await inTurn(
      await listUnfinished(ctx.db.jobs, raceId),
      async (version) => await runSettlement(ctx, version, options).announced,
    );
  if (raceId !== undefined) return await begun();
  const doubles = async () =>
    await inTurn(
      await listVoidLegs(ctx.db.jobs),
      async (leg) => await settleWaitingDoubles(ctx, leg),
    );
  return await inTurn([doubles, begun], async (work) => await work());
}
