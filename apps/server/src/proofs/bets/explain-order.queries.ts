import type { OutcomeJson } from "@club/domain";
import type { FactsJson } from "../pools/facts-json.ts";
import { manyRows } from "../../core/db/statements.ts";

/** A bet's part in one pool, with the plan that the pool was paid by. */
export interface PartRow {
  readonly code: string;
  readonly unit_stake_cents: bigint;
  /** From the newest paid settlement; null: the pool was refunded before there was one. */
  readonly facts: FactsJson | null;
  readonly outcome: OutcomeJson | null;
  /** What was refunded to the bet in this pool. */
  readonly refund_cents: bigint;
  readonly void_cents: bigint;
}

/** The parts of a bet, WIN before PLACE. By primary keys and settlement's unique key. */
export const readParts = manyRows<PartRow, [betId: string]>(`
  SELECT p.code, u.unit AS unit_stake_cents, s.facts, s.outcome,
    coalesce(c.refund_cents, 0)::bigint AS refund_cents, coalesce(c.void_cents, 0)::bigint AS void_cents
  FROM bet b
  CROSS JOIN LATERAL (VALUES (1, b.pool_id, b.unit_stake_cents),
    (2, b.pool_id2, coalesce(b.unit_stake2_cents, b.unit_stake_cents))) u (part, pool_id, unit)
  JOIN pool p ON p.id = u.pool_id
  LEFT JOIN LATERAL (SELECT facts, outcome FROM settlement WHERE pool_id = p.id AND step IN ('posted', 'announced')
    ORDER BY created_at DESC LIMIT 1) s ON true
  LEFT JOIN LATERAL (SELECT sum(amount_cents) FILTER (WHERE kind = 'refund') AS refund_cents,
      sum(amount_cents) FILTER (WHERE kind = 'void') AS void_cents
    FROM bet_credit WHERE bet_id = b.id AND pool_id = p.id) c ON true
  WHERE b.id = $1 ORDER BY u.part`);
