import { type OutcomeJson, outcomeFromJson } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { FROM_START } from "../../core/db/read-ahead.ts";
import { dueCredits } from "../pools/due-credits.ts";
import { type FactsJson, factsFromJson } from "../pools/facts-json.ts";
import { type Check, MOST_FOUND, MOVED_BY_CORRECTIONS } from "./check.ts";

interface PoolRow {
  readonly id: string;
  readonly facts: FactsJson;
  readonly outcome: OutcomeJson;
}

const POOLS = `
  SELECT p.id, s.facts, s.outcome FROM pool p
  CROSS JOIN LATERAL (SELECT facts, outcome FROM settlement WHERE pool_id = p.id AND step IN ('posted', 'announced')
    ORDER BY created_at DESC, id DESC LIMIT 1) s
  WHERE p.id > $1 AND p.status NOT IN ('OPEN', 'CLOSED') ORDER BY p.id LIMIT 20`;

/**
 * What settlement credited to each bet of a page, with corrections but for what one under way has
 * moved. Served by the keys of bet_credit and correction_line.
 */
const CREDITED = `
  SELECT bet_id, sum(cents)::bigint AS cents FROM (
    SELECT bet_id, amount_cents AS cents FROM bet_credit
    WHERE bet_id > $2 AND bet_id <= $3 AND pool_id = $1 AND settled_credit($1, cause)
    UNION ALL SELECT bet_id, -cents FROM ${MOVED_BY_CORRECTIONS} m
    WHERE pool_id = $1 AND bet_id > $2 AND bet_id <= $3
  ) x GROUP BY bet_id`;

/**
 * Every bet of a settled pool was credited what its explanation ends at: the current plan is paid
 * again on paper, bet by bet, by the function that explains it. (What the player got of it, less
 * what the club bore, is in `credits` and `borne`.)
 */
export const payoutsCheck: Check = {
  name: "payouts",
  run: async (tx) => {
    const found: string[] = [];
    let rows = 0;
    for (let after = FROM_START; ;) {
      const pools = (await tx.query<PoolRow & Record<string, unknown>>(POOLS, [after])).rows;
      for (const pool of pools) rows += await checkPool(tx, pool, found);
      const last = pools.at(-1);
      if (last === undefined) return { rows, found: found.slice(0, MOST_FOUND) };
      after = last.id;
    }
  },
};

async function checkPool(tx: Queryable, pool: PoolRow, found: string[]): Promise<number> {
  let rows = 0;
  const settled = {
    id: pool.id,
    facts: factsFromJson(pool.facts),
    outcome: outcomeFromJson(pool.outcome),
  };
  for await (const { after, to, bets, due } of dueCredits(tx, settled)) {
    const credited = await tx.query<{ bet_id: string; cents: bigint }>(CREDITED, [
      pool.id,
      after,
      to,
    ]);
    const stands = new Map(credited.rows.map(({ bet_id, cents }) => [bet_id, cents]));
    for (const id of new Set([...due.keys(), ...stands.keys()])) {
      const [should, is] = [due.get(id) ?? 0n, stands.get(id) ?? 0n];
      if (should === is) continue;
      found.push(
        `bet ${id} in pool ${pool.id}: credited are ${is}, its explanation says ${should} cents`,
      );
    }
    rows += bets;
  }
  return rows;
}
