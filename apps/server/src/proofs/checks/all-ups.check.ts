import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND =
  "SELECT order_id AS id FROM all_up_leg WHERE order_id > $1 ORDER BY order_id OFFSET $2 LIMIT 1";

/* A correction, and a bet that an operator cancelled, move cash alone: what had gone on stays. */
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('leg ' || s.leg || ' of All Up ' || s.order_id || ': ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT l.order_id, l.leg, CASE
      WHEN f.id IS NULL OR l.player_id <> f.player_id THEN 'it is of another order'
      WHEN l.bet_id IS NOT NULL AND (b.id IS NULL OR b.player_id <> l.player_id OR b.race_id <> l.race_id
        OR b.bet_type <> l.bet_type OR b.selections <> l.selections OR q.code <> l.pool_code
        OR b.fingerprint <> f.fingerprint) THEN 'its bet is another one'
      WHEN l.leg = 1 THEN NULL
      WHEN g.cents IS NULL AND (l.bet_id IS NOT NULL OR l.not_staked IS NOT NULL) THEN 'the leg before gave nothing'
      WHEN l.bet_id IS NOT NULL AND b.cost_cents <> g.cents THEN 'another amount was staked than the leg before gave'
      WHEN g.cents > 0 AND l.bet_id IS NULL AND l.not_staked IS NULL THEN 'what the leg before gave went nowhere'
    END AS why
    FROM (SELECT * FROM all_up_leg WHERE order_id > $1 AND order_id <= $2) l
    LEFT JOIN bet f ON f.id = l.order_id
    LEFT JOIN bet b ON b.id = l.bet_id
    LEFT JOIN pool q ON q.id = b.pool_id
    CROSS JOIN LATERAL (SELECT sum(c.amount_cents) AS cents FROM all_up_leg p JOIN bet_credit c ON c.bet_id = p.bet_id
        AND c.kind <> 'void' AND NOT c.cause ^@ 'correct:' AND NOT c.cause ^@ 'reverse:'
      WHERE p.order_id = l.order_id AND p.leg = l.leg - 1) g
  ) s`;

/** What a leg of an All Up gave went on as a whole to the next leg, or that says why it did not. */
export const allUpsCheck: Check = {
  name: "all-ups",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: CHECK, size: 25_000 }),
};
