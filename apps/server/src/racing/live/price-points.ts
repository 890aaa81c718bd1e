import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { deleteOldPricePoints, insertPricePoints, type WinPrices } from "./price-points.queries.ts";

interface Odds {
  readonly race_id: string;
  readonly pools: readonly {
    readonly pool: string;
    readonly race_id2: string | null;
    readonly approximates: WinPrices;
  }[];
}

/** Keeps what the win pools of these races would pay now; who asks for a race sees how it got there. */
export async function notePrices(tx: Queryable, odds: readonly Odds[]): Promise<void> {
  const races = odds.flatMap(({ race_id, pools }) => {
    const win = pools.find(({ pool }) => pool === "WIN")?.approximates ?? {};
    return Object.keys(win).length === 0 ? [] : [{ raceId: race_id, win }];
  });
  if (races.length > 0) await insertPricePoints(tx, races);
}

/** Clock work: the prices of races long run are of no use. */
export async function forgetOldPrices(ctx: AppContext): Promise<void> {
  await deleteOldPricePoints(ctx.db.jobs);
}
