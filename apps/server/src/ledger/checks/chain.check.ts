import type { Queryable } from "../../db/connect.ts";
import { MOST_FOUND } from "./check.ts";
import type { Check } from "./check.ts";

const SIZE = 20_000;
const NO_HASH = Buffer.alloc(32);

interface Stretch {
  last_position: bigint;
  last_hash: Buffer;
  rows: number;
  faults: string[];
}

/** Every hash of the chain follows from the one before and from the entry as it stands. */
export const chainCheck: Check = {
  name: "chain",
  run: async (tx) => {
    const found: string[] = [];
    let rows = 0;
    let [position, hash]: [bigint, Buffer] = [0n, NO_HASH];
    for (;;) {
      const stretch = await checkStretch(tx, position, hash);
      rows += stretch.rows;
      found.push(...stretch.faults);
      if (stretch.rows < SIZE) return { rows, found: found.slice(0, MOST_FOUND) };
      [position, hash] = [stretch.last_position, stretch.last_hash];
    }
  },
};

async function checkStretch(tx: Queryable, position: bigint, hash: Buffer): Promise<Stretch> {
  const { rows } = await tx.query<Stretch>("SELECT * FROM chain_check($1, $2, $3)", [
    position,
    hash,
    SIZE,
  ]);
  const [stretch] = rows;
  if (stretch === undefined) throw new Error("chain_check gives a row");
  return stretch;
}

/** The newest position and hash: what a backup or an outsider compares. */
export async function readChainHead(db: Queryable): Promise<{ position: number; hash: string }> {
  const { rows } = await db.query<{ position: bigint; hash: Buffer }>(
    "SELECT position, hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  const [head] = rows;
  return { position: Number(head?.position ?? 0n), hash: (head?.hash ?? NO_HASH).toString("hex") };
}
