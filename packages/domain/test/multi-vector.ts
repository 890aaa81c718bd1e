import { betTypeNamed, type MultiPoolCode } from "../src/bets/bet-types.ts";
import type { PoolBet } from "../src/bets/bet-order.ts";
import type { LegFacts, MultiPool } from "../src/pools/pool-facts.ts";
import { RULE_SETS, type RuleSetName } from "../src/pools/rule-sets.ts";

type VectorLeg = {
  runners: number;
  early: number[];
  late: number[];
  favourite: number;
  groups: number[][];
  void: boolean;
};

/** A pool over several races in fixtures/vectors/wider_card.json. */
export type MultiVector = {
  id: string;
  kind: "multi";
  rule_set?: RuleSetName;
  pool: MultiPoolCode;
  legs: VectorLeg[];
  jackpot_in_cents: number;
  guarantee_cents: number;
  tickets: { id: string; legs: number[][]; unit_cents: number }[];
  expected: {
    pool: Record<string, number | string | null>;
    tickets: Record<string, Record<string, number>>;
  };
};

/** The facts of a case. */
export function multiPoolOf(vector: MultiVector): MultiPool {
  return {
    kind: "multi",
    pool: vector.pool,
    rules: RULE_SETS[vector.rule_set ?? "AU_STD"],
    legs: vector.legs.map(legOf),
    jackpotInCents: BigInt(vector.jackpot_in_cents),
    guaranteeCents: BigInt(vector.guarantee_cents),
    declared: null,
  };
}

function legOf(leg: VectorLeg): LegFacts {
  return {
    handicap: false,
    runners: Array.from({ length: leg.runners }, (_, i) => i + 1),
    scratched: leg.early,
    scratchedAfterLeg1Started: leg.late,
    placings: leg.void ? null : leg.groups,
    void: leg.void,
    voidAfterLeg1Started: leg.void,
    favourite: leg.favourite,
  };
}

/** A ticket on a pool over several races. */
export function ticketOf(pool: MultiPoolCode, legs: readonly number[][], unit: number): PoolBet {
  const key = pool.toLowerCase() as Lowercase<MultiPoolCode>;
  return { betType: betTypeNamed(key).index, slots: legs, unitStakeCents: BigInt(unit) };
}
