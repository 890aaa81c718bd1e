import { turns } from "@club/contract/client";
import type { AppContext } from "../context.ts";
import type { ClubPool } from "../db/connect.ts";

const AT_ONCE = 2;

type TakeTurn = ReturnType<typeof turns>;

/** By server: two clubs in one process (tests) share nothing. */
const lines = new WeakMap<AppContext["db"], TakeTurn>();

/**
 * Asks the database on the connections of bets for what a bet needs beside its group: the receipt of a
 * known one, the end of a doubt. Two at once, the others in line: however many ask, the groups find
 * their connections free (promise P24).
 */
export async function besideGroups<T>(
  ctx: Pick<AppContext, "db">,
  work: (db: ClubPool) => Promise<T>,
): Promise<T> {
  const takeTurn = lines.get(ctx.db) ?? turns(AT_ONCE);
  lines.set(ctx.db, takeTurn);
  return await takeTurn(async () => await work(ctx.db.bets));
}
