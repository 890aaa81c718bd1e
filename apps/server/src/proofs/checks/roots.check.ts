import type { Queryable } from "../../core/db/connect.ts";
import { FROM_START } from "../../core/db/read-ahead.ts";
import { MOST_FOUND } from "./check.ts";
import type { Check } from "./check.ts";
import { MerkleStack } from "./merkle-stack.ts";

/** A race that closed longer ago than this must have its root. */
const FREEZE_LAG = "60 seconds";
const LEAVES_AT_ONCE = 10_000;
const RACES_AT_ONCE = 100;
const ID_BYTES = 16;
const LEAF_BYTES = 48;

interface RootRow {
  id: string;
  bets: number | null;
  root: Buffer | null;
  pools: string[];
  /** What is wrong even without reading the bets. */
  why: string | null;
  /** Whether the accepted stakes per pool code match the root's row. */
  is_stakes_right: boolean;
}

const ROOTS = `
  SELECT r.id, o.bets, o.root, q.pools, o.pools IS NOT DISTINCT FROM q.stakes AS is_stakes_right, CASE
    WHEN o.race_id IS NULL THEN 'closed without a root'
    WHEN r.closed_at IS DISTINCT FROM o.closed_at THEN 'the root is of another close'
    WHEN o.made_at < o.closed_at - interval '1 second' OR o.made_at > $2::timestamptz + interval '1 minute'
      THEN 'the root was made at another time'
  END AS why
  FROM race r
  LEFT JOIN race_root o ON o.race_id = r.id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(p.id ORDER BY p.id), '{}') AS pools,
      (SELECT coalesce(jsonb_object_agg(s.code, s.stakes), '{}') FROM (
        SELECT x.code, sum(x.stakes)::bigint AS stakes FROM (
          SELECT n.code, sum(b.cost_cents - b.cost2_cents) AS stakes
            FROM pool n JOIN bet b ON b.pool_id = n.id WHERE n.race_id = r.id GROUP BY n.code
          UNION ALL
          SELECT n.code, sum(b.cost2_cents)
            FROM pool n JOIN bet b ON b.pool_id2 = n.id WHERE n.race_id = r.id GROUP BY n.code) x
        GROUP BY x.code) s) AS stakes
    FROM pool p WHERE p.race_id = r.id
  ) q
  WHERE r.id > $1 AND (o.race_id IS NOT NULL
    OR r.status NOT IN ('draft', 'open') AND r.closed_at < $2::timestamptz - interval '${FREEZE_LAG}')
  ORDER BY r.id LIMIT $3`;

const STRAY = `
  SELECT o.race_id AS id FROM race_root o WHERE NOT EXISTS (SELECT FROM race r WHERE r.id = o.race_id) LIMIT 5`;

const LEAVES = `
  SELECT string_agg(uuid_send(s.id) || s.receipt_hash, ''::bytea ORDER BY s.id) AS packed FROM (
    SELECT b.id, b.receipt_hash FROM unnest($1::uuid[]) p (id)
    CROSS JOIN LATERAL (SELECT id, receipt_hash FROM bet WHERE pool_id = p.id AND id > $2 ORDER BY id LIMIT $3) b
    ORDER BY b.id LIMIT $3) s`;

/** The frozen root of every closed race, and its stakes, follow from its bets. */
export const rootsCheck: Check = {
  name: "roots",
  run: async (tx, startedAt) => {
    const { rows: stray } = await tx.query<{ id: string }>(STRAY);
    const found = stray.map(({ id }) => `race_root of race ${id}: there is no such race`);
    let rows = 0;
    let from = FROM_START;
    for (;;) {
      const { rows: races } = await tx.query<RootRow>(ROOTS, [from, startedAt, RACES_AT_ONCE]);
      for (const race of races) {
        const why = race.why ?? (await findFault(tx, race));
        if (why !== null) found.push(`race_root of race ${race.id}: ${why}`);
      }
      rows += races.length;
      const last = races.at(-1);
      if (last === undefined || races.length < RACES_AT_ONCE) {
        return { rows, found: found.slice(0, MOST_FOUND) };
      }
      from = last.id;
    }
  },
};

async function findFault(tx: Queryable, race: RootRow): Promise<string | null> {
  const tree = await growTree(tx, race.pools);
  if (tree.leaves !== race.bets) return `it says ${race.bets} bets, there are ${tree.leaves}`;
  if (race.root?.equals(tree.root()) !== true) return "the root does not fit its bets";
  return race.is_stakes_right ? null : "its stakes are not those of its bets";
}

/** Reads the leaves page by page, so other requests get their turn in between. */
async function growTree(tx: Queryable, pools: readonly string[]): Promise<MerkleStack> {
  const tree = new MerkleStack();
  let after = FROM_START;
  for (;;) {
    const { rows } = await tx.query<{ packed: Buffer | null }>(LEAVES, [
      pools,
      after,
      LEAVES_AT_ONCE,
    ]);
    const packed = rows[0]?.packed ?? Buffer.alloc(0);
    for (let at = 0; at < packed.length; at += LEAF_BYTES) {
      tree.add(packed.subarray(at + ID_BYTES, at + LEAF_BYTES));
    }
    if (packed.length < LEAVES_AT_ONCE * LEAF_BYTES) return tree;
    const last = packed.length - LEAF_BYTES;
    after = packed.toString("hex", last, last + ID_BYTES);
  }
}
