import type { Queryable } from "../../core/db/connect.ts";
import { statementOf, type SubjectKind } from "../subjects.ts";
import { type TiledLevel, TILE_NODES } from "../tree/bet-tree.ts";

/** What has closed. */
export interface ClosedSubject {
  readonly id: string;
  readonly closed_at: Date;
}

const CLOSED = statementOf(
  ({ table, isClosed, root, key }) => `SELECT s.id, s.closed_at FROM ${table} s
    WHERE s.id = $1 AND ${isClosed} AND NOT EXISTS (SELECT FROM ${root} o WHERE o.${key} = s.id)`,
);
const ALL_CLOSED = statementOf(
  ({ table, isClosed, root, key }) => `SELECT s.id FROM ${table} s
    WHERE ${isClosed} AND NOT EXISTS (SELECT FROM ${root} o WHERE o.${key} = s.id)
    ORDER BY s.closed_at LIMIT $1`,
);
const LOCK = statementOf(({ lockKey }) => `SELECT pg_advisory_xact_lock_shared(${lockKey}($1))`);
const ROOT = statementOf(
  ({ table, isClosed, root, key }) => `INSERT INTO ${root} (${key}, bets, root, pools, closed_at)
    SELECT s.id, $2, $3, $4, s.closed_at FROM ${table} s WHERE s.id = $1 AND s.closed_at = $5 AND ${isClosed}
    ON CONFLICT (${key}) DO NOTHING`,
);
const TILES = statementOf(
  ({ tile, key }) => `INSERT INTO ${tile} (${key}, level, number, first_id, nodes)
    SELECT $1, $2::smallint, n, CASE WHEN $2 = 0 THEN encode(substring($3::bytea FROM n * $4 + 1 FOR 16), 'hex')::uuid END,
      substring($3::bytea FROM n * $4 + 1 FOR $4)
    FROM generate_series(0, (length($3::bytea) - 1) / $4::integer) n`,
);
const TELL = statementOf(
  ({ topic, key }) =>
    `SELECT tell('${topic}:' || $1::text, '${topic}', jsonb_build_object('${key}', $1::text))`,
);

/** One that has closed and has no root yet; null otherwise. By primary keys. */
export async function readClosed(
  db: Queryable,
  kind: SubjectKind,
  id: string,
): Promise<ClosedSubject | null> {
  const { rows } = await db.query<ClosedSubject>(CLOSED[kind], [id]);
  return rows[0] ?? null;
}

/** All that have closed and have no root yet, the longest ago first. */
export async function listClosed(
  db: Queryable,
  kind: SubjectKind,
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(ALL_CLOSED[kind], [most]);
  return rows.map(({ id }) => id);
}

export interface NewRoot extends ClosedSubject {
  readonly bets: number;
  readonly root: Uint8Array;
  readonly pools: Readonly<Record<string, number>>;
}

/**
 * Writes a root once, under the shared lock of its subject; false where there is one. One that was opened again
 * meanwhile has another closed_at, or none: nothing is written.
 */
export async function insertRoot(
  tx: Queryable,
  kind: SubjectKind,
  { id, bets, root, pools, closed_at }: NewRoot,
): Promise<boolean> {
  await tx.query(LOCK[kind], [id]);
  const values = [id, bets, Buffer.from(root), JSON.stringify(pools), closed_at];
  return (await tx.query(ROOT[kind], values)).rowCount === 1;
}

/** The tree as rows, so that any process can answer the path of a bet from a few of them. */
export async function insertTiles(
  tx: Queryable,
  kind: SubjectKind,
  { id, levels }: { readonly id: string; readonly levels: readonly TiledLevel[] },
): Promise<void> {
  for (const { level, width, nodes } of levels) {
    if (nodes.length === 0) continue;
    const bytes = Buffer.from(nodes.buffer, nodes.byteOffset, nodes.length);
    await tx.query(TILES[kind], [id, level, bytes, TILE_NODES * width]);
  }
}

/** Something public about it changed. */
export async function tellSubject(tx: Queryable, kind: SubjectKind, id: string): Promise<void> {
  await tx.query(TELL[kind], [id]);
}
