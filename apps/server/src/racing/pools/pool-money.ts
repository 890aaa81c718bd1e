import type { PoolMoney } from "@club/domain";
import { theRow } from "../../core/db/statements.ts";

/** SQL over `pool p`: the jackpot that it took, or the one that waits for it. */
export const POOL_JACKPOT = `CASE WHEN p.jackpot_in_cents IS NOT NULL THEN p.jackpot_in_cents
         WHEN p.race_id2 IS NULL AND p.dividends = 'club' AND p.race_id = (
           SELECT r.id FROM race r JOIN meeting m ON m.id = r.meeting_id
           WHERE r.status = 'open' AND m.dividends = 'club' AND p.code = ANY (r.offered) ORDER BY r.start_time, r.id LIMIT 1)
         THEN (SELECT coalesce(sum(t.amount_cents), 0) FROM account a JOIN posting t ON t.account_id = a.id
           WHERE a.kind = 'jackpot' AND a.pool_code = p.code)
         ELSE 0 END`;

/** What is in a pool now. By primary keys; takes no lock. */
export const readPoolMoney = theRow<PoolMoney, [poolId: string]>(`
  SELECT coalesce((SELECT l.gross_cents FROM pool_live l WHERE l.pool_id = p.id), 0)::bigint AS "grossCents",
    ${POOL_JACKPOT}::bigint AS "jackpotInCents"
  FROM pool p WHERE p.id = $1`);
