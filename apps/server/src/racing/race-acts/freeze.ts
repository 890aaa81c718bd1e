import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { SingleFlight } from "../../core/kit/single-flight.ts";
import { signRoot } from "../../proofs/signing/sign-root.ts";
import { ID_BYTES, LEAF_BYTES, type TiledTree } from "../../proofs/tree/bet-tree.ts";
import { makeTree, prepareTrees, tileValues } from "../../proofs/tree/make-tree.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { tellRace } from "../races/race-act.ts";
import { lockRaces } from "../races/race-locks.ts";

const PAGE = 50_000;
const FROM_START = "00000000-0000-0000-0000-000000000000";
const ANSWER_WAIT_MS = 1000;
const MOST_AT_ONCE = 20;

/** One freeze of a race at a time in this process; a second caller waits for the first. */
const freezesOf = perServer(() => new SingleFlight<boolean>());

/**
 * Freezes the bets of a closed race: the RFC 6962 root over their receipt hashes in order of
 * order_id, doubles under leg 1, written and signed once, before any result (promise P7). Says whether it was
 * written here; false when it is there already, or the race is not closed.
 */
export async function freezeRace(ctx: AppContext, raceId: string): Promise<boolean> {
  return await freezesOf(ctx).run(raceId, async () => await freeze(ctx, raceId));
}

/** Freezes right after a close, without keeping its caller long; the job repeats what failed here. */
export async function freezeSoon(ctx: AppContext, raceId: string): Promise<void> {
  const frozen = freezeRace(ctx, raceId).catch((error: unknown) => {
    ctx.log.warn({ err: error, race_id: raceId }, "freezing a race waits for the next round");
  });
  await waitAtMost(ANSWER_WAIT_MS, frozen);
}

/** Freezes every closed race that has no root yet: what a crash left, or a freeze that failed. */
export async function freezeClosedRaces(ctx: AppContext): Promise<string[]> {
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    `SELECT r.id FROM race r WHERE r.closed_at IS NOT NULL AND r.status NOT IN ('draft', 'open')
       AND NOT EXISTS (SELECT FROM race_root o WHERE o.race_id = r.id)
     ORDER BY r.closed_at LIMIT $1`,
    [MOST_AT_ONCE],
  );
  const frozen: string[] = [];
  for (const { id } of rows) if (await freezeRace(ctx, id)) frozen.push(id);
  return frozen;
}

interface FrozenRace {
  closed_at: Date;
  pools: { id: string; code: string; stakes: number; bets: number }[];
}

async function freeze(ctx: AppContext, raceId: string): Promise<boolean> {
  const race = await readClosedRace(ctx.db.jobs, raceId);
  if (race === null) return false;
  prepareTrees(race.pools.reduce((sum, pool) => sum + pool.bets, 0));
  const lists: Buffer[] = [];
  for (const pool of race.pools) lists.push(await readLeaves(ctx.db.jobs, pool.id));
  const bets = lists.reduce((sum, list) => sum + list.length / LEAF_BYTES, 0);
  const { root, levels } = await makeTree(lists);
  const stakes: Record<string, number> = {};
  for (const pool of race.pools) {
    if (pool.bets > 0) stakes[pool.code] = (stakes[pool.code] ?? 0) + pool.stakes;
  }
  const isWritten = await withTransaction(ctx.db.jobs, async (tx) => {
    // A race that was opened again meanwhile has another closed_at, or none: nothing is written.
    await lockRaces(tx, { exclusive: [], shared: [raceId] });
    const { rows } = await tx.query(
      `INSERT INTO race_root (race_id, bets, root, pools, closed_at)
       SELECT id, $2, $3, $4, closed_at FROM race WHERE id = $1 AND closed_at = $5 AND status NOT IN ('draft', 'open')
       ON CONFLICT (race_id) DO NOTHING RETURNING race_id`,
      [raceId, bets, root, JSON.stringify(stakes), race.closed_at],
    );
    if (rows.length === 0) return false;
    await insertTiles(tx, raceId, levels);
    await tellRace(tx, raceId);
    // The last lock of all: whoever signs next waits for this commit.
    const closedAt = race.closed_at.toISOString();
    await signRoot(tx, ctx, {
      format: "club-root/1",
      subjectId: raceId,
      bets,
      root,
      pools: stakes,
      closedAt,
    });
    return true;
  });
  if (isWritten) forgetPublicRaces(ctx, raceId);
  return isWritten;
}

async function readClosedRace(db: Queryable, raceId: string): Promise<FrozenRace | null> {
  const { rows } = await db.query<FrozenRace>(
    `SELECT r.closed_at,
       (SELECT coalesce(json_agg(json_build_object('id', p.id, 'code', p.code, 'stakes', coalesce(t.stakes_cents, 0),
           'bets', coalesce(t.bets, 0)) ORDER BY p.id), '[]')
         FROM pool p LEFT JOIN pool_stake t ON t.pool_id = p.id AND t.number = 0 WHERE p.race_id = r.id) AS pools
     FROM race r WHERE r.id = $1 AND r.closed_at IS NOT NULL AND r.status NOT IN ('draft', 'open')
       AND NOT EXISTS (SELECT FROM race_root o WHERE o.race_id = r.id)`,
    [raceId],
  );
  return rows[0] ?? null;
}

/**
 * The bets of one pool in order of id, packed by the database. Read in pages by key, served by
 * bet_pool_id; an Each Way stands with its WIN pool alone. The bets of a closed race never change.
 */
async function readLeaves(db: Queryable, poolId: string): Promise<Buffer> {
  const pages: Buffer[] = [];
  let after = FROM_START;
  for (;;) {
    const { rows } = await db.query<{ packed: Buffer | null }>(
      `SELECT string_agg(uuid_send(id) || receipt_hash, ''::bytea ORDER BY id) AS packed
       FROM (SELECT id, receipt_hash FROM bet WHERE pool_id = $1 AND id > $2 ORDER BY id LIMIT $3) b`,
      [poolId, after, PAGE],
    );
    const packed = rows[0]?.packed;
    if (packed === null || packed === undefined) return Buffer.concat(pages);
    pages.push(packed);
    if (packed.length < PAGE * LEAF_BYTES) return Buffer.concat(pages);
    const last = packed.length - LEAF_BYTES;
    after = packed.toString("hex", last, last + ID_BYTES);
  }
}

const INSERT_TILES = `INSERT INTO race_tile (race_id, level, number, first_id, nodes)
  SELECT $1, $2::smallint, n, CASE WHEN $2 = 0 THEN encode(substring($3::bytea FROM n * $4 + 1 FOR 16), 'hex')::uuid END,
    substring($3::bytea FROM n * $4 + 1 FOR $4)
  FROM generate_series(0, (length($3::bytea) - 1) / $4::integer) n`;

/** The tree as rows, so that any process can answer the path of a bet from a few of them. */
async function insertTiles(
  tx: Queryable,
  raceId: string,
  levels: TiledTree["levels"],
): Promise<void> {
  for (const { level, width, nodes } of levels) {
    if (nodes.length > 0) await tx.query(INSERT_TILES, tileValues(raceId, { level, width, nodes }));
  }
}
