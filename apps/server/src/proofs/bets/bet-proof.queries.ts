import type { SignedRoot } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { statementOf, type SubjectKind } from "../tree/subjects.ts";

const ROOTS = statementOf(
  ({ root, key }) => `SELECT o.${key} AS id, o.closed_at, s.body FROM ${root} o
    CROSS JOIN LATERAL (SELECT body FROM signed_root WHERE subject_id = o.${key} ORDER BY seq DESC LIMIT 1) s
    WHERE o.${key} = ANY ($1) ORDER BY o.${key}`,
);
const LEAF_TILE = statementOf(
  ({
    tile,
    key,
  }) => `SELECT number, nodes FROM ${tile} WHERE ${key} = $1 AND level = 0 AND first_id <= $2
    ORDER BY first_id DESC LIMIT 1`,
);
const UPPER_TILES = statementOf(
  ({ tile, key }) => `SELECT t.level, t.number, t.nodes FROM generate_series(1, 6) l (level)
    JOIN ${tile} t ON t.${key} = $1 AND t.level = l.level AND t.number = $2::integer >> (8 * l.level)
    ORDER BY t.level`,
);

/** What is frozen, with the root that the club signed at its newest close. */
export interface FrozenSubject {
  readonly id: string;
  readonly closed_at: Date;
  readonly signedRoot: SignedRoot;
}

/** The frozen ones of some races or events, by id. Served by primary key, signed_root_subject. */
export async function readFrozen(
  db: Queryable,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<FrozenSubject[]> {
  const { rows } = await db.query<{ id: string; closed_at: Date; body: string }>(ROOTS[kind], [
    ids,
  ]);
  return rows.map(({ body, ...row }) => ({ ...row, signedRoot: JSON.parse(body) as SignedRoot }));
}

export interface TileRow {
  readonly number: number;
  readonly nodes: Buffer;
}

/** The tile of level 0 that would hold a bet, by primary key; null for a subject without a tree. */
export async function readLeafTile(
  db: Queryable,
  kind: SubjectKind,
  at: { readonly id: string; readonly betId: string },
): Promise<TileRow | null> {
  const { rows } = await db.query<TileRow>(LEAF_TILE[kind], [at.id, at.betId]);
  return rows[0] ?? null;
}

export interface UpperTileRow extends TileRow {
  readonly level: number;
}

/** The tiles above level 0 on one leaf's path to the root, lowest first. By primary key. */
export async function readUpperTiles(
  db: Queryable,
  kind: SubjectKind,
  at: { readonly id: string; readonly leafTile: number },
): Promise<UpperTileRow[]> {
  const { rows } = await db.query<UpperTileRow>(UPPER_TILES[kind], [at.id, at.leafTile]);
  return rows;
}
