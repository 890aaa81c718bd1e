import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { LEAF_BYTES, type TiledTree } from "../tree/bet-tree.ts";
import { makeTree, tileValues } from "../tree/make-tree.ts";
import { signRoot } from "../signing/sign-root.ts";
import { readEventLeaves, readEventStakes } from "../bets/event-leaves.ts";

const MOST_AT_ONCE = 50;

interface ClosedEvent {
  readonly id: string;
  readonly closed_at: Date;
}

/** Freezes every event that has closed and has no root yet. */
export async function freezeClosedSports(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.jobs.query<ClosedEvent>(
    `SELECT v.id, v.closed_at FROM sport_event v WHERE v.closed_at <= club_now()
       AND NOT EXISTS (SELECT FROM sport_root r WHERE r.event_id = v.id) ORDER BY v.closed_at LIMIT $1`,
    [MOST_AT_ONCE],
  );
  for (const event of rows) await freezeEvent(ctx, event);
}

/**
 * Freezes the bets of a closed event: the RFC 6962 root over the receipt hashes of all bets with a leg in it,
 * written and signed once (promise P7). Its bets can no longer change: the close waited for those in flight.
 */
async function freezeEvent(ctx: AppContext, { id, closed_at }: ClosedEvent): Promise<void> {
  const event = { id, closedAt: closed_at };
  const leaves = await readEventLeaves(ctx.db.jobs, event);
  const pools = await readEventStakes(ctx.db.jobs, event);
  const { root, levels } = await makeTree([leaves]);
  const bets = leaves.length / LEAF_BYTES;
  await withTransaction(ctx.db.jobs, async (tx) => {
    const { rowCount } = await tx.query(
      `INSERT INTO sport_root (event_id, bets, root, pools, closed_at)
       SELECT id, $2, $3, $4, closed_at FROM sport_event WHERE id = $1 AND closed_at = $5 ON CONFLICT DO NOTHING`,
      [id, bets, Buffer.from(root), JSON.stringify(pools), closed_at],
    );
    if (rowCount !== 1) return;
    await insertTiles(tx, id, levels);
    await tx.query("SELECT tell('sport:' || $1::uuid, 'sport', $2)", [
      id,
      JSON.stringify({ event_id: id }),
    ]);
    await signRoot(tx, ctx, {
      format: "club-event-root/1",
      subjectId: id,
      bets,
      root,
      pools,
      closedAt: closed_at.toISOString(),
    });
  });
}

const INSERT_TILES = `INSERT INTO sport_tile (event_id, level, number, first_id, nodes)
  SELECT $1, $2::smallint, n, CASE WHEN $2 = 0 THEN encode(substring($3::bytea FROM n * $4 + 1 FOR 16), 'hex')::uuid END,
    substring($3::bytea FROM n * $4 + 1 FOR $4)
  FROM generate_series(0, (length($3::bytea) - 1) / $4::integer) n`;

async function insertTiles(
  tx: Queryable,
  eventId: string,
  levels: TiledTree["levels"],
): Promise<void> {
  for (const each of levels) {
    if (each.nodes.length > 0) await tx.query(INSERT_TILES, tileValues(eventId, each));
  }
}
