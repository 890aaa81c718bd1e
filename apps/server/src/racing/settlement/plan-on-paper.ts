import { type PoolCode, type PoolOutcome, type RuleSet, assert, finishTally } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { type FactsJson, factsFromJson } from "../../proofs/pools/facts-json.ts";
import { isBalanced } from "./plan-pools.ts";
import { tallyPool } from "../../proofs/pools/tally-pool.ts";

export interface PaperPool {
  readonly pool: { readonly id: string; readonly code: PoolCode };
  /** Of its settlement, as stored. */
  readonly facts: unknown;
  /** By which it is settled again, in place of its own. */
  readonly rules: RuleSet;
}

/** A settled pool settled again by other rules: its stored bets, its facts, nothing written. */
export async function planOnPaper(db: Queryable, paper: PaperPool): Promise<PoolOutcome> {
  const { pool, rules } = paper;
  const facts = { ...factsFromJson(paper.facts as FactsJson), rules };
  const outcome = finishTally(await tallyPool(db, { pool, facts }));
  assert(isBalanced(outcome), "what comes into a pool goes out of it");
  return outcome;
}
