import type { Queryable } from "../../core/db/connect.ts";

const NO_HASH = Buffer.alloc(32);

/** The newest position and hash of the chain, for a backup or an outsider to compare. */
export async function readChainHead(db: Queryable): Promise<{ position: number; hash: string }> {
  const { rows } = await db.query<{ position: bigint; hash: Buffer }>(
    "SELECT position, hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  const [head] = rows;
  return { position: Number(head?.position ?? 0n), hash: (head?.hash ?? NO_HASH).toString("hex") };
}
