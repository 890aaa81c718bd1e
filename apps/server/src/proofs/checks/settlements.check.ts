import { MOVED_BY_CORRECTIONS, scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND = "SELECT id FROM settlement WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";

/**
 * For every plan: its own numbers (rules.md section 4), its tickets, and what it credited; for a
 * pool's newest plan also the sum that its closing entries moved. A plan still being paid may have
 * credited less than it says. A correction pays the difference, so a pool's newest one is measured
 * against everything credited in the pool, but for what the next one has moved so far.
 */
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('settlement ' || s.id || ' of pool ' || s.pool_id || ': ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT t.id, t.pool_id, CASE
      WHEN t.outcome ->> 'pool' IS DISTINCT FROM q.code THEN 'it is of a pool of another type'
      WHEN o.gross + o.jackpot_in + o.topup <> o.takeout + o.paid + o.breakage + o.jackpot_out + o.book
        OR o.net <> o.gross - o.takeout + o.jackpot_in AND o.status NOT IN ('REFUND', 'REFUND_NO_WINNER')
        OR o.status IN ('REFUND', 'REFUND_NO_WINNER') AND (o.net <> o.gross OR o.paid <> o.gross)
        THEN 'the numbers of the outcome do not balance'
      WHEN o.gross + o.refunded <> b.stakes THEN 'it shares ' || (o.gross + o.refunded) || ' of ' || b.stakes || ' cents'
      WHEN o.status = 'PAID' AND d.paid <> o.paid THEN 'its tickets pay ' || d.paid || ', the outcome says ' || o.paid
      WHEN d.broken THEN 'the tickets of a dividend are not its stakes'
      WHEN c.credited <> t.paid_cents + t.refunded_cents
        THEN 'credited are ' || c.credited || ', it counted ' || (t.paid_cents + t.refunded_cents) || ' cents'
      WHEN t.step IN ('posted', 'announced') AND o.gross > 0 AND c.credited <> o.paid
        THEN 'credited are ' || c.credited || ', the outcome says ' || o.paid || ' cents'
      WHEN t.step IN ('posted', 'announced') AND NOT t.is_corrected AND (l.takeout <> o.takeout OR l.breakage <> o.breakage
        OR l.topup <> -o.topup OR l.book <> o.book OR l.jackpot <> o.jackpot_out)
        THEN 'the entries that closed the pool moved other amounts than the outcome says'
      WHEN t.step IN ('posted', 'announced') AND q.status <> o.status AND NOT t.is_corrected
        THEN 'its pool is ' || q.status || ', the outcome says ' || o.status
    END AS why
    FROM (SELECT s.*, s AS row,
        EXISTS (SELECT FROM correction k WHERE k.race_id = s.race_id AND k.version = s.result_version) AS is_correction,
        EXISTS (SELECT FROM settlement n WHERE n.pool_id = s.pool_id AND n.created_at > s.created_at) AS is_corrected
      FROM settlement s WHERE s.id > $1 AND s.id <= $2) t
    LEFT JOIN pool q ON q.id = t.pool_id
    LEFT JOIN (SELECT pool_id, sum(cents) AS moved FROM ${MOVED_BY_CORRECTIONS} x GROUP BY pool_id) m ON m.pool_id = t.pool_id
    CROSS JOIN LATERAL (SELECT t.outcome ->> 'status' AS status, (t.outcome ->> 'grossCents')::bigint AS gross,
      (t.outcome ->> 'refundedCents')::bigint AS refunded,
      (t.outcome ->> 'jackpotInCents')::bigint AS jackpot_in, (t.outcome ->> 'takeoutCents')::bigint AS takeout,
      (t.outcome ->> 'netCents')::bigint AS net, (t.outcome ->> 'paidCents')::bigint AS paid,
      (t.outcome ->> 'breakageCents')::bigint AS breakage, (t.outcome ->> 'houseTopUpCents')::bigint AS topup,
      (t.outcome ->> 'jackpotOutCents')::bigint AS jackpot_out, (t.outcome ->> 'bookResultCents')::bigint AS book) o
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(v.paid), 0) AS paid, coalesce(bool_or(v.staked <> v.stakes), false) AS broken
      FROM (
        SELECT (x ->> 'stakesCents')::bigint AS stakes,
          (SELECT sum((k ->> 0)::bigint * (k ->> 1)::bigint) FROM jsonb_array_elements(x -> 'tickets') k) AS staked,
          (SELECT sum((k ->> 0)::bigint * (x ->> 'dividendCents')::bigint / 100 * (k ->> 1)::bigint)
            FROM jsonb_array_elements(x -> 'tickets') k) AS paid
        FROM jsonb_array_elements(t.outcome -> 'dividends') x) v
    ) d
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT sum(cost_cents - cost2_cents) FROM bet WHERE pool_id = t.pool_id), 0)
        + coalesce((SELECT sum(cost2_cents) FROM bet WHERE pool_id2 = t.pool_id), 0)
        - coalesce((SELECT sum(CASE WHEN x.pool_id = t.pool_id THEN x.cost_cents - x.cost2_cents ELSE x.cost2_cents END)
          FROM pool_void v JOIN bet x ON x.id = v.bet_id WHERE v.pool_id = t.pool_id AND v.number = 0), 0)
        AS stakes) b
    CROSS JOIN LATERAL (SELECT CASE WHEN t.is_correction AND t.is_corrected THEN t.paid_cents + t.refunded_cents
      ELSE (SELECT coalesce(sum(amount_cents), 0) FROM bet_credit
        WHERE pool_id = t.pool_id AND CASE
          WHEN t.is_correction THEN settled_credit(t.pool_id, cause)
          ELSE cause ^@ settlement_cause('settle', t.row) OR cause ^@ settlement_cause('refund', t.row) END)
        - CASE WHEN t.is_correction THEN coalesce(m.moved, 0) ELSE 0 END
      END AS credited) c
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.amount_cents) FILTER (WHERE a.kind = 'takeout'), 0) AS takeout,
        coalesce(sum(p.amount_cents) FILTER (WHERE a.kind = 'breakage'), 0) AS breakage,
        coalesce(sum(p.amount_cents) FILTER (WHERE a.kind = 'house_topup'), 0) AS topup,
        coalesce(sum(p.amount_cents) FILTER (WHERE a.kind = 'book_result'), 0) AS book,
        coalesce(sum(p.amount_cents) FILTER (WHERE a.kind IN ('jackpot', 'adjustments')), 0) AS jackpot
      FROM settlement x
      JOIN entry e ON e.cause IN (settlement_cause('settle', x) || 'close', settlement_cause('reverse', x) || 'close')
      JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE x.pool_id = t.pool_id AND NOT t.is_corrected) l
  ) s`;

/** Every settlement's plan adds up, and what was paid matches it. */
export const settlementsCheck: Check = {
  name: "settlements",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: CHECK, size: 100 }),
};
