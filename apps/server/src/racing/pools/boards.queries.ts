import { manyRows } from "../../core/db/statements.ts";
import { POOL_JACKPOT } from "./pool-money.ts";

export interface PoolNow {
  readonly pool_id: string;
  readonly at: Date;
  readonly position: bigint;
  readonly jackpot_cents: bigint;
  readonly is_gone: boolean;
}

/**
 * The moment, the last position of the chain, each pool's jackpot, and whether all of its money goes
 * back. By primary keys and refund_job's key; takes no lock.
 */
export const readPoolsNow = manyRows<PoolNow, [poolIds: readonly string[]]>({
  name: "boards-now",
  text: `
  SELECT p.id AS pool_id, n.at, n.position, (${POOL_JACKPOT})::bigint AS jackpot_cents,
    EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id AND j.number IS NULL) AS is_gone
  FROM (SELECT club_now_ms() AS at, (SELECT coalesce(max(position), 0) FROM chain)::bigint AS position) n
  JOIN pool p ON p.id = ANY ($1::uuid[])`,
});

/** What a board needs of a bet. */
export interface StakeRow {
  readonly pool_id: string;
  readonly position: bigint;
  readonly bet_type: number;
  readonly selections: string;
  readonly unit: bigint;
}

export interface BetRow extends StakeRow {
  readonly id: string;
}

const BET = "b.id, b.pool_id, c.position, b.bet_type, b.selections, b.unit_stake_cents AS unit";

/** Served by bet_pool_id and the chain's entries; takes no lock. */
export const readBetsOfPool = manyRows<
  BetRow,
  [poolId: string, after: string, upTo: bigint, limit: number]
>(`
  SELECT ${BET} FROM bet b JOIN chain c ON c.entry_id = b.id
  WHERE b.pool_id = $1 AND b.id > $2 AND c.position <= $3 ORDER BY b.id LIMIT $4`);

/**
 * Served by the primary keys of chain and bet, whatever the pools hold: OFFSET keeps the planner from
 * reading all their bets instead. Takes no lock.
 */
export const readBetsBetween = manyRows<
  StakeRow,
  [poolIds: readonly string[], after: bigint, upTo: bigint]
>({
  name: "board-bets",
  text: `
  SELECT b.pool_id, c.position, b.bet_type, b.selections, b.unit
  FROM chain c CROSS JOIN LATERAL (
    SELECT pool_id, bet_type, selections, unit_stake_cents AS unit FROM bet WHERE id = c.entry_id OFFSET 0) b
  WHERE c.position > $2 AND c.position <= $3 AND b.pool_id = ANY ($1::uuid[]) ORDER BY c.position`,
});

/** Cancelled bets that are on the boards; there are few. Served by the primary key of pool_void. */
export const readVoids = manyRows<
  BetRow,
  [poolIds: readonly string[], upTo: bigint, known: readonly string[]]
>(`
  SELECT ${BET} FROM pool_void v JOIN bet b ON b.id = v.bet_id JOIN chain c ON c.entry_id = b.id
  WHERE v.pool_id = ANY ($1::uuid[]) AND v.number = 0 AND c.position <= $2 AND NOT v.bet_id = ANY ($3::uuid[])`);
