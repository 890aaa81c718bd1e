import type { Queryable } from "../../core/db/connect.ts";
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

/**
 * Since when an entry's chained text includes its sports data: always, or, in a club older than the
 * first release (db/adopt.sql), since the migration that brought it. A later date would chain
 * entries without it, and what they vouch for could be changed unseen.
 */
const TEXTS = `
  SELECT 'chain_text ' || part || ': ' || CASE
      WHEN c.since IS NULL THEN 'it is missing'
      WHEN known.is_known IS NULL THEN 'there is no such part'
      ELSE 'it does not begin with its migration' END AS found
  FROM chain_text c FULL JOIN (SELECT 'sports' AS part, true AS is_known) known USING (part)
  LEFT JOIN schema_migration m ON m.name = '0000/0210-sport-proofs.sql'
  WHERE c.since IS NULL OR known.is_known IS NULL OR c.since <> '-infinity'
    AND coalesce(c.since NOT BETWEEN m.applied_at - interval '10 minutes' AND m.applied_at, true)`;

/** Every hash of the chain follows from the one before and from the stored entry. */
export const chainCheck: Check = {
  name: "chain",
  run: async (tx) => {
    const { rows: texts } = await tx.query<{ found: string }>(TEXTS);
    const found = texts.map((text) => text.found);
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
