import { offersPool, SINGLE_POOL_CODES } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { latestRuleSet } from "../races/rule-sets.ts";

/** A pool to be made; a double has a second race. */
export interface NewPool {
  readonly code: string;
  readonly raceId: string;
  readonly raceId2: string | null;
  readonly ruleSet: { readonly name: string; readonly version: number };
  readonly dividends: string;
  /** Three races and more; its first and last are the two above. */
  readonly multi?: {
    readonly name: string;
    readonly guaranteeCents: bigint;
    readonly raceIds: readonly string[];
  };
}

/**
 * Makes the single pools that a race offers when it opens, each with its escrow account and the
 * current version of the rule set. Runs in the transaction that opens the race; existing pools
 * stay.
 */
export async function openPools(tx: Queryable, raceId: string): Promise<void> {
  const { rows } = await tx.query<{ rule_set: string; dividends: string; offered: string[] }>(
    `SELECT m.rule_set, m.dividends, r.offered FROM race r JOIN meeting m ON m.id = r.meeting_id
     WHERE r.id = $1`,
    [raceId],
  );
  const meeting = rows[0];
  if (meeting === undefined) return;
  const ruleSet = await latestRuleSet(tx, meeting.rule_set);
  // A rule set from before a pool has no figures for it.
  const codes = SINGLE_POOL_CODES.filter(
    (each) => meeting.offered.includes(each) && offersPool(ruleSet, each),
  );
  for (const code of codes) {
    await createPool(tx, {
      code,
      raceId,
      raceId2: null,
      ruleSet,
      dividends: meeting.dividends,
    });
  }
}

/** Makes one pool with its account, or nothing when the race (or the pair) already has it. */
export async function createPool(tx: Queryable, pool: NewPool): Promise<void> {
  const id = newId();
  const { rows } = await tx.query(
    `WITH account AS (INSERT INTO account (kind, pool_id) VALUES ('escrow', $1) RETURNING id)
     INSERT INTO pool (id, code, race_id, race_id2, rule_set, rule_set_version, dividends, escrow_account, name,
       guarantee_cents)
     SELECT $1, $2, $3, $4, $5, $6, $7, account.id, $8, $9 FROM account
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      pool.code,
      pool.raceId,
      pool.raceId2,
      pool.ruleSet.name,
      pool.ruleSet.version,
      pool.dividends,
      pool.multi?.name ?? null,
      pool.multi?.guaranteeCents ?? null,
    ],
  );
  // Somebody else made the pair's pool: removes the account of the one not made.
  if (rows.length === 0) await tx.query("DELETE FROM account WHERE pool_id = $1", [id]);
  if (pool.multi === undefined) return;
  await tx.query(
    `INSERT INTO pool_leg (pool_id, leg, race_id)
     SELECT $1, i.leg, i.race_id FROM unnest($2::uuid[]) WITH ORDINALITY AS i (race_id, leg)`,
    [id, pool.multi.raceIds],
  );
}
