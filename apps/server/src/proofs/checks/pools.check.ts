import { BET_TYPES, isStakedByRunner } from "@club/domain";
import { MOVED_BY_CORRECTIONS, scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND = "SELECT id FROM pool WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
const POOLS_AT_ONCE = 100;
/** The bet types whose stakes are also counted by runner. */
const BY_RUNNER = BET_TYPES.map(({ index }) => index).filter(isStakedByRunner);

/** Bets that are equal in the totals are grouped before their selections are read. */
const TOTALS = `
  SELECT count(*)::integer AS rows,
    (array_agg('pool_total of pool ' || s.pool_id || ', number ' || s.number || ': it says ' || s.said || ', the bets '
      || s.counted) FILTER (WHERE s.said <> s.counted))[1:5] AS found
  FROM (
    SELECT coalesce(t.pool_id, b.pool_id) AS pool_id, coalesce(t.number, b.number) AS number,
      coalesce(t.stakes_cents, 0) || ' cents in ' || coalesce(t.bets, 0) AS said,
      coalesce(b.stakes_cents, 0) || ' cents in ' || coalesce(b.bets, 0) AS counted
    FROM (SELECT pool_id, number, sum(stakes_cents)::bigint AS stakes_cents, sum(bets)::bigint AS bets FROM (
        SELECT * FROM pool_total WHERE pool_id > $1 AND pool_id <= $2
        UNION ALL SELECT * FROM pool_delta WHERE pool_id > $1 AND pool_id <= $2) d GROUP BY pool_id, number) t
    FULL JOIN (
      SELECT g.pool_id, n.number, sum(CASE WHEN n.number = 0 THEN g.cost ELSE g.unit END)::bigint AS stakes_cents,
        sum(g.bets)::bigint AS bets
      FROM (
        SELECT x.pool_id, x.bet_type, x.selections, sum(x.cost) AS cost, sum(x.unit) AS unit, count(*) AS bets
        FROM (
          SELECT pool_id, bet_type, selections, cost_cents - cost2_cents AS cost, unit_stake_cents AS unit
          FROM bet WHERE pool_id > $1 AND pool_id <= $2
          UNION ALL
          SELECT pool_id2, bet_type, selections, cost2_cents, unit_stake2_cents
          FROM bet WHERE pool_id2 > $1 AND pool_id2 <= $2
        ) x GROUP BY x.pool_id, x.bet_type, x.selections
      ) g
      CROSS JOIN LATERAL (
        SELECT 0::smallint AS number
        UNION ALL SELECT h.number::smallint FROM jsonb_array_elements_text(
          CASE WHEN g.bet_type = ANY ($3) THEN g.selections::jsonb -> 'horse' ELSE '[]' END) h (number)
      ) n
      GROUP BY g.pool_id, n.number
    ) b ON b.pool_id = t.pool_id AND b.number = t.number
  ) s`;

/** The total of every pool and of every runner in it is the sum of its bets. */
export const poolTotalsCheck: Check = {
  name: "pool_totals",
  run: async (tx) =>
    await scanRanges(tx, { bound: BOUND, check: TOTALS, given: BY_RUNNER, size: POOLS_AT_ONCE }),
};

const ESCROW = `
  SELECT count(*)::integer AS rows,
    (array_agg('pool ' || s.id || ' (' || s.code || ', ' || s.status || '): ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT q.id, q.code, q.status, CASE
      WHEN coalesce(q.jackpot_in_cents, 0) <> j.taken THEN 'it took a jackpot of ' || j.taken || ' cents'
      WHEN q.status IN ('OPEN', 'CLOSED') AND p.escrow <> b.stakes - c.credited + j.taken
        THEN 'escrow is ' || p.escrow || ', owed are ' || (b.stakes - c.credited + j.taken) || ' cents'
      WHEN q.status NOT IN ('OPEN', 'CLOSED') AND p.escrow + coalesce(m.moved, 0) <> 0
        THEN 'settled with ' || p.escrow + coalesce(m.moved, 0) || ' cents in escrow'
    END AS why
    FROM pool q
    LEFT JOIN (SELECT pool_id, sum(cents) AS moved FROM ${MOVED_BY_CORRECTIONS} x GROUP BY pool_id) m ON m.pool_id = q.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS escrow FROM posting
      WHERE account_id = q.escrow_account) p
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT sum(cost_cents - cost2_cents) FROM bet WHERE pool_id = q.id), 0)
        + coalesce((SELECT sum(cost2_cents) FROM bet WHERE pool_id2 = q.id), 0) AS stakes) b
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS credited FROM bet_credit WHERE pool_id = q.id) c
    CROSS JOIN LATERAL (SELECT coalesce(sum(x.amount_cents), 0) AS taken
      FROM posting x JOIN entry e ON e.id = x.entry_id AND e.kind = 'jackpot'
      WHERE x.account_id = q.escrow_account AND x.amount_cents > 0) j
    WHERE q.id > $1 AND q.id <= $2
  ) s`;

/**
 * An open pool's escrow is what it owes: stakes less refunds, plus the jackpot. Settled: 0, and in a
 * correction what it has taken back or paid beyond.
 */
export const escrowCheck: Check = {
  name: "escrow",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: ESCROW, size: POOLS_AT_ONCE }),
};
