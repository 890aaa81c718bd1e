import { type PoolCode, type PoolFacts, type PoolTally, startTally } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { readAhead } from "../../core/db/read-ahead.ts";
import { countBetPage, readVoidedBets } from "./pool-bets.ts";
import { StoredSelections } from "./stored-selection.ts";

const PAGE = 20_000;

/** The pool whose bets are counted. */
interface StoredPool {
  readonly pool: { readonly id: string; readonly code: PoolCode };
}

/**
 * Counts the bets of one pool, page by page: memory depends on the page, not the pool. The next
 * page is fetched while one is counted. Bets of a closed race never change, so no lock is held.
 */
export async function tallyPool(
  db: Queryable,
  task: StoredPool & { readonly facts: PoolFacts },
): Promise<PoolTally> {
  const tally = startTally(task.facts);
  const selections = new StoredSelections();
  for await (const counts of betCounts(db, task)) {
    for (const { bet_type, selections: text, unit, times } of counts) {
      const selection = selections.parse(bet_type as number, text);
      tally.add({ ...selection, unitStakeCents: unit }, times);
    }
  }
  return tally;
}

/** The bets still in a pool, equal ones of a page counted together, one page ahead. */
export async function* betCounts(db: Queryable, { pool }: StoredPool) {
  const voided = await readVoidedBets(db, pool.id);
  const of = { poolId: pool.id, code: pool.code, limit: PAGE, voided };
  const pages = readAhead(
    async (after) => await countBetPage(db, { ...of, after }),
    ({ last }) => last,
  );
  for await (const { counts } of pages) yield counts;
}
