import { type PoolFacts, type PoolOutcome, startPayout } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { FROM_START } from "../../core/db/read-ahead.ts";
import { ChunkPayout } from "./chunk-payout.ts";
import { readBetPage, readVoidedBets } from "./pool-bets.ts";

export interface SettledPool {
  readonly id: string;
  readonly facts: PoolFacts;
  readonly outcome: PoolOutcome;
}

/** What a settlement should have credited to a page's bets; those that get nothing are left out. */
export interface DuePage {
  /** Bets with after < id <= to. */
  readonly after: string;
  readonly to: string;
  readonly bets: number;
  readonly due: ReadonlyMap<string, bigint>;
}

const PAGE = 5000;

/** Pays a settled pool on paper, bet by bet, in pages. Bets never change, so it takes no lock. */
export async function* dueCredits(db: Queryable, pool: SettledPool): AsyncGenerator<DuePage> {
  const payout = new ChunkPayout(startPayout(pool.facts, pool.outcome));
  const voided = await readVoidedBets(db, pool.id);
  const { pool: code } = pool.outcome;
  for (let after = FROM_START; ;) {
    const bets = await readBetPage(db, { poolId: pool.id, code, after, limit: PAGE, voided });
    const to = bets.at(-1)?.id;
    if (to === undefined) return;
    yield { after, to, bets: bets.length, due: payout.credits(bets) };
    after = to;
  }
}
