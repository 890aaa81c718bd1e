import type { Queryable } from "../../core/db/connect.ts";
import type { NewRoot } from "../signing/sign-root.ts";
import { statementOf, type SubjectKind } from "../tree/subjects.ts";
import { type TiledLevel, TILE_NODES } from "../tree/bet-tree.ts";

/** A closed race or event. */
export interface ClosedSubject {
  readonly id: string;
  readonly closed_at: Date;
}

const CLOSED = statementOf(
  ({ table, isClosed, root, key }) => `SELECT s.id, s.closed_at FROM ${table} s
    WHERE ${isClosed} AND ($1::uuid IS NULL OR s.id = $1) AND NOT EXISTS (SELECT FROM ${root} o WHERE o.${key} = s.id)
    ORDER BY s.closed_at LIMIT 50`,
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

/** What has closed and has no root yet, longest ago first: all of a kind, or one. */
export async function readClosed(
  db: Queryable,
  kind: SubjectKind,
  id?: string,
): Promise<ClosedSubject[]> {
  return (await db.query<ClosedSubject>(CLOSED[kind], [id ?? null])).rows;
}

/**
 * Writes a root and its tree once, under its subject's shared lock, and announces it; false when
 * there is a root already. If it was reopened meanwhile, closed_at differs or is null, and nothing
 * is written. The tree is stored in rows, so any process can answer a bet's path from a few of
 * them.
 */
export async function insertRoot(
  tx: Queryable,
  { kind, id, bets, root, pools, closed_at }: NewRoot,
  levels: readonly TiledLevel[],
): Promise<boolean> {
  await tx.query(LOCK[kind], [id]);
  const values = [id, bets, Buffer.from(root), JSON.stringify(pools), closed_at];
  if ((await tx.query(ROOT[kind], values)).rowCount === 0) return false;
  for (const { level, width, nodes } of levels) {
    if (nodes.length === 0) continue;
    const bytes = Buffer.from(nodes.buffer, nodes.byteOffset, nodes.length);
    await tx.query(TILES[kind], [id, level, bytes, TILE_NODES * width]);
  }
  await tx.query(TELL[kind], [id]);
  return true;
}
