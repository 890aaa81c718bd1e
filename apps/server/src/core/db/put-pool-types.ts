import { POOL_CODES, poolOf } from "@club/domain";
import type pg from "pg";

/**
 * Writes the pools that the domain describes where the schema's rules look for them, and makes the
 * jackpot of each that is new. One that an earlier or a later release describes stays.
 */
export async function putPoolTypes(client: pg.Client): Promise<void> {
  await client.query(
    `WITH added AS (
       INSERT INTO pool_type (code, kind) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING code)
     INSERT INTO account (kind, pool_code) SELECT 'jackpot', code FROM added ON CONFLICT DO NOTHING`,
    [POOL_CODES, POOL_CODES.map((code) => KINDS[poolOf(code).legs])],
  );
}

/** By the number of races. */
const KINDS = { 1: "single", 2: "double", 3: "multi", 4: "multi", 6: "multi" } as const;
