import type { AppContext } from "../../core/context.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";

const BESIDE = { name: "beside groups", turns: { atOnce: 2, inLine: 100 } };
/** Whoever waits longer is told to come again, so nothing piles up (promise P14). */
const MOST_WAIT_MS = 1000;

const limitOf = perServer(() => new ConcurrencyLimit(MOST_WAIT_MS));

/**
 * Runs what a bet needs besides its group on the bets' connections: the receipt of a known bet, the
 * end of a doubt. Two at once, and some more in line: however many ask, the groups find their
 * connections free (promise P24).
 *
 * @throws club.busy
 */
export async function besideGroups<T>(
  ctx: Pick<AppContext, "db">,
  work: (db: ClubPool) => Promise<T>,
): Promise<T> {
  return await limitOf(ctx).run(BESIDE, "", async () => await work(ctx.db.bets));
}
