import type { AppContext } from "../../core/context.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";

const BESIDE = { name: "beside groups", turns: { atOnce: 2, inLine: 100 } };
/** The patience that a pool has: whoever waits longer is told to come again, and nothing piles up (promise P14). */
const MOST_WAIT_MS = 1000;

const limitOf = perServer(() => new ConcurrencyLimit(MOST_WAIT_MS));

/**
 * Asks the database on the connections of bets for what a bet needs beside its group: the receipt of a
 * known one, the end of a doubt. Two at once, some more in line: however many ask, the groups find
 * their connections free (promise P24).
 *
 * @throws club.busy
 */
export async function besideGroups<T>(
  ctx: Pick<AppContext, "db">,
  work: (db: ClubPool) => Promise<T>,
): Promise<T> {
  return await limitOf(ctx).run(BESIDE, "", async () => await work(ctx.db.bets));
}
