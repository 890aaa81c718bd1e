import type { PoolMoney } from "@club/domain";
import { theRow } from "../../core/db/statements.ts";

/** The jackpot that waits for the next pool of the code of a `pool p`. */
const WAITING = `(SELECT coalesce(sum(t.amount_cents), 0) FROM account a JOIN posting t ON t.account_id = a.id
           WHERE a.kind = 'jackpot' AND a.pool_code = p.code)`;

/**
 * SQL over `pool p` of one race or two: the jackpot that it took, and the one that waits for it. A pool
 * that was given back before its close takes none, and one that is refunded has handed on what it took:
 * the next one shows it.
 */
export const POOL_JACKPOT = `CASE WHEN p.status IN ('REFUND', 'REFUND_NO_WINNER') THEN 0
       ELSE coalesce(p.jackpot_in_cents, 0) + CASE
         WHEN p.race_id2 IS NULL AND p.id = (
           SELECT q.id FROM race r JOIN pool q ON q.race_id = r.id AND q.race_id2 IS NULL AND q.code = p.code
           WHERE r.status = 'open' AND q.status = 'OPEN' AND q.dividends = 'club' ORDER BY r.start_time, r.id LIMIT 1)
         THEN ${WAITING}
         ELSE 0 END END`;

/**
 * The same of a pool of three races and more. A waiting jackpot is shown with the next pool of its code
 * to close, until a close takes it. A draft whose start has passed closes no more.
 */
export const MULTI_JACKPOT = `CASE WHEN p.status IN ('REFUND', 'REFUND_NO_WINNER') THEN 0
      ELSE coalesce(p.jackpot_in_cents, 0) + CASE WHEN p.id = (SELECT q.id FROM pool q JOIN race r ON r.id = q.race_id
        WHERE q.code = p.code AND q.status = 'OPEN' AND q.name IS NOT NULL AND q.dividends = 'club'
          AND (r.status = 'open' OR r.status = 'draft' AND r.start_time > club_now())
        ORDER BY r.start_time, q.id LIMIT 1)
      THEN ${WAITING} ELSE 0 END END`;

/** What is in a pool now, and what it promises. By primary keys and pool_single; takes no lock. */
export const readPoolMoney = theRow<PoolMoney, [poolId: string]>(`
  SELECT coalesce((SELECT l.gross_cents FROM pool_live l WHERE l.pool_id = p.id), 0)::bigint AS "grossCents",
    (CASE WHEN p.name IS NULL THEN ${POOL_JACKPOT} ELSE ${MULTI_JACKPOT} END)::bigint AS "jackpotInCents",
    coalesce(p.guarantee_cents, 0)::bigint AS "guaranteeCents"
  FROM pool p WHERE p.id = $1`);
