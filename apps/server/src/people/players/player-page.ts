import type { DataOf, getPlayer } from "@club/contract";
import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readLimits } from "../protection/read-limits.ts";
import { readLastOrders, readPlayer, sumOpenBets } from "./players.queries.ts";
import { toPlayerOrder, toPlayerSummary } from "./players.wire.ts";

/** A player as the desk sees one, without the lines of the statement. @throws not_found */
export async function playerPage(
  db: Queryable,
  playerId: string,
  shown: number,
): Promise<Omit<DataOf<typeof getPlayer>, "lines">> {
  const player = await readPlayer(db, playerId);
  if (player === null) throw new Refusal("not_found");
  const open = await sumOpenBets(db, playerId);
  return {
    ...toPlayerSummary(player),
    language: player.language,
    is_adult: player.is_adult,
    open_bets: open.bets,
    open_stakes_cents: wireCents(open.stakes_cents),
    limits: await readLimits(db, playerId),
    orders: (await readLastOrders(db, playerId, shown)).map(toPlayerOrder),
  };
}
