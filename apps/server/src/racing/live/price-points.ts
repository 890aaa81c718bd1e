import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows } from "../../core/db/statements.ts";

interface Odds {
  readonly race_id: string;
  readonly pools: readonly {
    readonly pool: string;
    readonly race_id2: string | null;
    readonly approximates: WinPrices;
  }[];
}

/** Stores what the win pools of these races would pay now, so a race can show its price history. */
export async function notePrices(tx: Queryable, odds: readonly Odds[]): Promise<void> {
  const races = odds.flatMap(({ race_id, pools }) => {
    const win = pools.find(({ pool }) => pool === "WIN")?.approximates ?? {};
    return Object.keys(win).length === 0 ? [] : [{ raceId: race_id, win }];
  });
  if (races.length > 0) await insertPricePoints(tx, races);
}

/** Clock work: deletes how the prices of races long run moved. */
export async function forgetOldPrices(ctx: AppContext): Promise<void> {
  await deleteOldPricePoints(ctx.db.jobs);
}

/** Win prices in cents per 1.00, by saddle number. */
export type WinPrices = Readonly<Record<string, number>>;

/**
 * Stores the prices of open races, at most one point per race every half minute. Looks up the
 * newest point by primary key; takes no lock.
 */
export async function insertPricePoints(
  db: Queryable,
  races: readonly { readonly raceId: string; readonly win: WinPrices }[],
): Promise<void> {
  await db.query(
    `INSERT INTO price_point (race_id, at, win)
     SELECT n.race_id, club_now_ms(), n.win::jsonb FROM unnest($1::uuid[], $2::text[]) AS n (race_id, win)
     JOIN race r ON r.id = n.race_id AND r.status = 'open'
     WHERE NOT EXISTS (SELECT 1 FROM price_point o
       WHERE o.race_id = n.race_id AND o.at > club_now() - interval '30 seconds')
     ON CONFLICT DO NOTHING`,
    [races.map(({ raceId }) => raceId), races.map(({ win }) => JSON.stringify(win))],
  );
}

export interface PricePointRow {
  readonly at: Date;
  readonly win: WinPrices;
}

/**
 * At most `most` points of a race, oldest first, spread evenly, always with the first and the last.
 * By primary key; takes no lock.
 */
export const readPricePoints = manyRows<PricePointRow, [raceId: string, most: number]>(`
  SELECT at, win FROM (
    SELECT at, win, row_number() OVER (ORDER BY at) - 1 AS n, count(*) OVER () - 1 AS last
    FROM price_point WHERE race_id = $1) p
  WHERE n = 0 OR last < $2 OR n * ($2 - 1) / last <> (n - 1) * ($2 - 1) / last
  ORDER BY at`);

/**
 * Deletes the points of races that started more than a week ago but for the last of each, which the
 * form guide shows for ever.
 */
export const deleteOldPricePoints = command(`
  DELETE FROM price_point p USING race r
  WHERE r.id = p.race_id AND r.start_time < club_now() - interval '7 days'
    AND EXISTS (SELECT FROM price_point o WHERE o.race_id = p.race_id AND o.at > p.at)`);
