import { type PoolCode, type PoolOutcome, type RuleSet, assert, finishTally } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { type FactsJson, factsFromJson } from "../../proofs/pools/facts-json.ts";
import { isBalanced } from "./plan-pools.ts";
import { tallyPool } from "../../proofs/pools/tally-pool.ts";

export interface PaperPool {
  readonly pool: { readonly id: string; readonly code: PoolCode };
  /** From its settlement, as stored. */
  readonly facts: unknown;
  /** The rules that replace its own. */
  readonly rules: RuleSet;
}

/** Settles a settled pool again by other rules, from its stored bets and facts; writes nothing. */
export async function planOnPaper(db: Queryable, paper: PaperPool): Promise<PoolOutcome> {
  const { pool, rules } = paper;
  const facts = { ...factsFromJson(paper.facts as FactsJson), rules };
  const outcome = finishTally(await tallyPool(db, { pool, facts }));
  assert(isBalanced(outcome), "what comes into a pool goes out of it");
  return outcome;
}
