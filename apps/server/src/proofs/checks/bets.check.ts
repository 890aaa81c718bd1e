import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND = "SELECT id FROM bet WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('bet ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT coalesce(b.id, e.id) AS id, CASE
      WHEN b.id IS NULL THEN 'an entry without its bet'
      WHEN e.id IS NULL OR e.cause <> 'bet:' || b.id OR e.at <> b.accepted_at
        OR e.digest IS DISTINCT FROM b.receipt_hash OR e.reference IS DISTINCT FROM b.id::text
        THEN 'its entry is missing or another one'
      WHEN b.receipt_hash <> sha256('\\x00'::bytea || convert_to(leaf_of_bet(b.id, b.nonce, b.race_id, b.race_id2, b.bet_type,
        b.selections, b.unit_stake_cents, b.unit_stake2_cents, b.cost_cents, b.accepted_at, b.pool_id), 'UTF8'))
        THEN 'the receipt hash does not fit'
      WHEN b.cost_cents <> CASE WHEN b.unit_stake2_cents IS NULL THEN b.combinations * b.unit_stake_cents
          ELSE b.combinations / 2 * (b.unit_stake_cents + b.unit_stake2_cents) END
        OR b.cost2_cents <> coalesce(b.combinations / 2 * b.unit_stake2_cents, 0)
        THEN 'the cost is not combinations x unit'
      WHEN q.race_id IS DISTINCT FROM b.race_id OR q.race_id2 IS DISTINCT FROM b.race_id2
        OR (b.pool_id2 IS NULL) <> (b.unit_stake2_cents IS NULL) THEN 'its pool is of another race'
      WHEN l.accounts IS DISTINCT FROM ARRAY[w.cash_account, q.escrow_account]
          || CASE WHEN b.pool_id2 IS NULL THEN '{}'::bigint[] ELSE ARRAY[q2.escrow_account] END
        THEN 'its postings are on other accounts'
      WHEN l.amounts IS DISTINCT FROM ARRAY[-b.cost_cents, b.cost_cents - b.cost2_cents]
          || CASE WHEN b.pool_id2 IS NULL THEN '{}'::bigint[] ELSE ARRAY[b.cost2_cents] END
        THEN 'its postings are of another amount'
    END AS why
    FROM (SELECT * FROM bet WHERE id > $1 AND id <= $2) b
    FULL JOIN (SELECT * FROM entry WHERE kind = 'bet' AND id > $1 AND id <= $2) e ON e.id = b.id
    LEFT JOIN wallet w ON w.player_id = b.player_id
    LEFT JOIN pool q ON q.id = b.pool_id
    LEFT JOIN pool q2 ON q2.id = b.pool_id2
    CROSS JOIN LATERAL (SELECT array_agg(p.account_id ORDER BY p.line) AS accounts,
      array_agg(p.amount_cents ORDER BY p.line) AS amounts FROM posting p WHERE p.entry_id = b.id) l
  ) s`;

/** Every bet's entry fits its cost, accounts and instant; its row gives its receipt hash. */
export const betsCheck: Check = {
  name: "bets",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: CHECK, size: 25_000 }),
};
