import { type WireSelections, fromWireSelections } from "@club/contract";
import { type BetTypeIndex, type PoolBet, scratchRefund } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";

/** What a refund job takes out of its pool, in the form that the pure rule needs. */
export interface RefundScope {
  readonly poolId: string;
  /** By leg, the runners whose combinations were refunded before. */
  readonly before: readonly (readonly number[])[];
  readonly leg: number;
  /** The scratched runner; null: everything still live. */
  readonly number: number | null;
}

export interface StoredBet {
  readonly id: string;
  readonly player_id: string;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit: bigint;
  /** 2: the PLACE part of an Each Way. */
  readonly part: 1 | 2;
}

/**
 * The next bets of a pool by id; with a runner, only those that name it (in any leg or role: the
 * pure rule looks closer). Served by bet_pool_id and bet_pool2_id; leaves out bets that an operator
 * cancelled. Takes no lock: bets never change.
 */
export async function readPoolBets(
  db: Queryable,
  scope: RefundScope,
  page: { after: string; limit: number },
): Promise<StoredBet[]> {
  const names = scope.number === null ? null : `[[,]${scope.number}[],]`;
  const { rows } = await db.query<StoredBet>(
    `SELECT * FROM (
       (SELECT id, player_id, bet_type, selections, unit_stake_cents AS unit, 1 AS part FROM bet
         WHERE pool_id = $1 AND id > $2 AND ($3::text IS NULL OR selections ~ $3)
           AND NOT EXISTS (SELECT FROM bet_credit c WHERE c.bet_id = bet.id AND c.kind = 'void')
         ORDER BY id LIMIT $4)
       UNION ALL
       (SELECT id, player_id, bet_type, selections, coalesce(unit_stake2_cents, unit_stake_cents), 2 FROM bet
         WHERE pool_id2 = $1 AND id > $2 AND ($3::text IS NULL OR selections ~ $3)
           AND NOT EXISTS (SELECT FROM bet_credit c WHERE c.bet_id = bet.id AND c.kind = 'void')
         ORDER BY id LIMIT $4)
     ) parts ORDER BY id LIMIT $4`,
    [scope.poolId, page.after, names, page.limit],
  );
  return rows;
}

/** The refund of one bet in this pool; 0 for a bet that the job does not concern. */
export function refundOf(bet: StoredBet, scope: RefundScope): bigint {
  const betType = bet.bet_type as BetTypeIndex;
  const selections = JSON.parse(bet.selections) as WireSelections;
  const poolBet: PoolBet = {
    betType,
    slots: fromWireSelections(betType, selections),
    unitStakeCents: bet.unit,
  };
  const before = scope.before.map((numbers) => new Set(numbers));
  return scratchRefund(poolBet, before, withdrawnBy(scope, poolBet));
}

/** By leg, all runners out after this job: one more, or every runner that a bet names. */
function withdrawnBy(scope: RefundScope, bet: PoolBet): Set<number>[] {
  return scope.before.map((numbers, index) => {
    const isLeg = index === scope.leg - 1;
    if (scope.number === null) return new Set([...numbers, ...bet.slots.flat()]);
    return new Set(isLeg ? [...numbers, scope.number] : numbers);
  });
}
