import type { SignedRoot } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

interface LogRow {
  readonly seq: bigint;
  readonly body: string;
}

/** A day's signed roots, in log order. Served by signed_root_day. */
export async function readRootsOfDay(
  db: Queryable,
  day: string,
): Promise<{ seq: bigint; root: SignedRoot }[]> {
  const { rows } = await db.query<LogRow>(
    "SELECT seq, body FROM signed_root WHERE day = $1 ORDER BY seq",
    [day],
  );
  return rows.map(({ seq, body }) => ({ seq, root: JSON.parse(body) as SignedRoot }));
}

/** The newest signed root; null before the first. */
export async function readLatestRoot(db: Queryable): Promise<SignedRoot | null> {
  const { rows } = await db.query<{ body: string }>(
    "SELECT body FROM signed_root ORDER BY seq DESC LIMIT 1",
  );
  return rows[0] === undefined ? null : (JSON.parse(rows[0].body) as SignedRoot);
}

/** How many signed roots there were at the end of a day; without a day, how many there are now. */
export async function countRoots(db: Queryable, day?: string): Promise<number> {
  const { rows } = await db.query<{ size: bigint }>(
    "SELECT coalesce(max(seq), 0)::bigint AS size FROM signed_root WHERE $1::date IS NULL OR day <= $1::date",
    [day ?? null],
  );
  return Number(rows[0]?.size ?? 0n);
}

/** The leaf hashes of the log's first entries, packed. */
export async function readLogLeaves(db: Queryable, size: number): Promise<Buffer> {
  const { rows } = await db.query<{ packed: Buffer | null }>(
    "SELECT string_agg(leaf, ''::bytea ORDER BY seq) AS packed FROM signed_root WHERE seq <= $1",
    [size],
  );
  return rows[0]?.packed ?? Buffer.alloc(0);
}
