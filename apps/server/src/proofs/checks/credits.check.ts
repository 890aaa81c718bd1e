import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND =
  "SELECT bet_id AS id FROM bet_credit WHERE bet_id > $1 ORDER BY bet_id OFFSET $2 LIMIT 1";
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('credit of bet ' || s.bet_id || ' (' || s.cause || '): ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT c.bet_id, c.cause, CASE
      WHEN e.id IS NULL THEN 'no entry has its cause'
      WHEN b.id IS NULL OR c.bet_id IS DISTINCT FROM bet_of_entry(e.kind, e.reference) THEN 'it is of another bet'
      WHEN c.pool_id <> b.pool_id AND c.pool_id IS DISTINCT FROM b.pool_id2 THEN 'the bet is not in its pool'
      WHEN l.escrow IS DISTINCT FROM -o.in_pool THEN 'its entry takes another amount from the pool'
      WHEN l.cash IS DISTINCT FROM o.in_all + coalesce(n.cents, 0) AND e.kind <> 'reversal' THEN 'its entry pays another amount'
    END AS why
    FROM (SELECT * FROM bet_credit WHERE bet_id > $1 AND bet_id <= $2) c
    LEFT JOIN entry e ON e.cause = c.cause
    LEFT JOIN bet b ON b.id = c.bet_id
    LEFT JOIN wallet w ON w.player_id = b.player_id
    LEFT JOIN pool q ON q.id = c.pool_id
    LEFT JOIN borne n ON n.bet_id = c.bet_id AND n.cause = c.cause
    CROSS JOIN LATERAL (SELECT sum(x.amount_cents) AS in_all, sum(x.amount_cents) FILTER (WHERE x.pool_id = c.pool_id) AS in_pool
      FROM bet_credit x WHERE x.bet_id = c.bet_id AND x.cause = c.cause) o
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_cents) FILTER (WHERE p.account_id = q.escrow_account), 0) AS escrow,
      coalesce(sum(p.amount_cents) FILTER (WHERE p.account_id = w.cash_account), 0) AS cash
      FROM posting p WHERE p.entry_id = e.id) l
  ) s`;

/** What was credited to a bet is what its entry moved from the pool to the player. */
export const creditsCheck: Check = {
  name: "credits",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: CHECK, size: 25_000 }),
};
