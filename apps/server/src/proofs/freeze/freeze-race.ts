import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import { readAhead } from "../../core/db/read-ahead.ts";
import { forgetPublicRaces } from "../log/race-cache.ts";
import { ID_BYTES, LEAF_BYTES } from "../tree/bet-tree.ts";
import { prepareTrees } from "../tree/make-tree.ts";
import type { FreezeSubject } from "./freeze.ts";

const PAGE = 50_000;

/** The bets of a race: those of all its pools, doubles under leg 1. */
export const raceBets: FreezeSubject = {
  kind: "race",
  readBets: async (db, { id }) => {
    const found = await readPools(db, id);
    prepareTrees(found.reduce((sum, pool) => sum + pool.bets, 0));
    const lists: Buffer[] = [];
    const pools: Record<string, number> = {};
    for (const { id: poolId, code, bets, stakes } of found) {
      lists.push(await readLeaves(db, poolId));
      if (bets > 0) pools[code] = (pools[code] ?? 0) + stakes;
    }
    return { lists, pools };
  },
  onFrozen: forgetPublicRaces,
};

interface ClosedPool {
  readonly id: string;
  readonly code: string;
  readonly stakes: number;
  readonly bets: number;
}

const readPools = manyRows<ClosedPool, [raceId: string]>(`
  SELECT p.id, p.code, coalesce(t.stakes_cents, 0)::float8 AS stakes, coalesce(t.bets, 0)::float8 AS bets
  FROM pool p LEFT JOIN pool_stake t ON t.pool_id = p.id AND t.number = 0 WHERE p.race_id = $1 ORDER BY p.id`);

/**
 * The bets of one pool by id, packed by the database. Read in pages by key, served by bet_pool_id;
 * an Each Way counts in its WIN pool only. The bets of a closed race never change.
 */
async function readLeaves(db: Queryable, poolId: string): Promise<Buffer> {
  const pages: Buffer[] = [];
  const read = async (after: string): Promise<Buffer> => {
    const { rows } = await db.query<{ packed: Buffer | null }>(
      `SELECT string_agg(uuid_send(id) || receipt_hash, ''::bytea ORDER BY id) AS packed
       FROM (SELECT id, receipt_hash FROM bet WHERE pool_id = $1 AND id > $2 ORDER BY id LIMIT $3) b`,
      [poolId, after, PAGE],
    );
    return rows[0]?.packed ?? Buffer.alloc(0);
  };
  for await (const page of readAhead(read, lastOf)) pages.push(page);
  return Buffer.concat(pages);
}

function lastOf(packed: Buffer): string | null {
  const last = packed.length - LEAF_BYTES;
  return packed.length < PAGE * LEAF_BYTES ? null : packed.toString("hex", last, last + ID_BYTES);
}
