import type { SignedRoot } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

export interface TileRow {
  readonly number: number;
  readonly nodes: Buffer;
}

/** The tile of level 0 that would hold a bet, by primary key; null for a race without a tree. */
export async function readLeafTile(
  db: Queryable,
  raceId: string,
  betId: string,
): Promise<TileRow | null> {
  const { rows } = await db.query<TileRow>(
    `SELECT number, nodes FROM race_tile WHERE race_id = $1 AND level = 0 AND first_id <= $2
     ORDER BY first_id DESC LIMIT 1`,
    [raceId, betId],
  );
  return rows[0] ?? null;
}

export interface UpperTileRow extends TileRow {
  readonly level: number;
}

/** The tiles above level 0 on the way of one leaf to the root, the lowest first. By primary key. */
export async function readUpperTiles(
  db: Queryable,
  raceId: string,
  leafTile: number,
): Promise<UpperTileRow[]> {
  const { rows } = await db.query<UpperTileRow>(
    `SELECT t.level, t.number, t.nodes FROM generate_series(1, 6) l (level)
     JOIN race_tile t ON t.race_id = $1 AND t.level = l.level AND t.number = $2::integer >> (8 * l.level)
     ORDER BY t.level`,
    [raceId, leafTile],
  );
  return rows;
}

/** The signed root of a race that is frozen, as of its newest close. Served by signed_root_subject. */
export async function readSignedRoot(db: Queryable, raceId: string): Promise<SignedRoot | null> {
  const { rows } = await db.query<{ body: string }>(
    `SELECT s.body FROM race_root o JOIN signed_root s ON s.subject_id = o.race_id
     WHERE o.race_id = $1 ORDER BY s.seq DESC LIMIT 1`,
    [raceId],
  );
  const body = rows[0]?.body;
  return body === undefined ? null : (JSON.parse(body) as SignedRoot);
}
