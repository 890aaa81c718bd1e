import type { DaySigns } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { readHeavyHands, readJumps } from "./day-signs.queries.ts";
import { rememberList } from "../../proofs/log/race-cache.ts";

/**
 * What is odd about the day: one player holding over half a pool, a pool that jumps, bets refused
 * by reason, how long bets take. Names no player: the name is on the player's page, and looking at
 * that is audited.
 */
export async function daySigns(ctx: AppContext): Promise<DaySigns> {
  const found = await rememberList(ctx, "signs", async () => {
    const db = ctx.db.operators;
    const at = new Date().toISOString();
    const signs = [...(await readHeavyHands(db)), ...(await readJumps(db))];
    return signs.map((sign) => ({ ...sign, at }));
  });
  const { p99Ms, refused } = ctx.metrics.orders.read();
  return {
    signs: found,
    refused: refused.map(({ code, count }) => ({ code, count })),
    intake_p99_ms: p99Ms,
    intake_waiting: ctx.intake.waiting,
  };
}
