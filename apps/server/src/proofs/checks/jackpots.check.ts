import { MOST_FOUND } from "./check.ts";
import type { Check } from "./check.ts";

/**
 * For every pool of a jackpot chain: what it keeps and passes on follows from how it ended, and
 * what is booked from it in the jackpot's account is what its entries moved there and what the
 * chain says.
 */
const LINKS = `
  SELECT count(*)::integer AS rows,
    (array_agg('pool ' || s.pool_id || ' (' || s.pool_code || '): ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT l.pool_id, l.pool_code, CASE
      WHEN l.keeps <> (q.status IN ('OPEN', 'CLOSED', 'PAID')) THEN 'it is ' || q.status || ', its link says otherwise'
      WHEN NOT l.keeps AND l.own_cents <> greatest(o.out_cents - t.taken, 0)
        THEN 'it leaves ' || l.own_cents || ' of its own, its outcome says ' || (o.out_cents - t.taken)
      WHEN l.booked_cents <> coalesce(b.moved, 0)
        THEN 'booked are ' || l.booked_cents || ', its entries moved ' || coalesce(b.moved, 0) || ' cents'
      WHEN l.booked_cents <> jackpot_line(l.pool_id)
        THEN 'booked are ' || l.booked_cents || ', the chain says ' || jackpot_line(l.pool_id) || ' cents'
    END AS why
    FROM jackpot_link l
    JOIN pool q ON q.id = l.pool_id
    LEFT JOIN (
      SELECT a.pool_code, e.reference, sum(p.amount_cents) AS moved
      FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
      WHERE a.kind = 'jackpot' AND NOT starts_with(e.cause, 'jackpot:' || e.reference) GROUP BY a.pool_code, e.reference
    ) b ON b.pool_code = l.pool_code AND b.reference = l.pool_id::text
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS taken FROM jackpot_take WHERE taker_id = l.pool_id) t
    CROSS JOIN LATERAL (SELECT coalesce((SELECT (s.outcome ->> 'jackpotOutCents')::bigint FROM settlement s
        WHERE s.pool_id = l.pool_id AND s.step IN ('posted', 'announced') ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
      q.jackpot_in_cents, 0) AS out_cents) o
  ) s`;

/** A jackpot's account holds what pools left and no other took, plus what came from no pool. */
const ACCOUNTS = `
  SELECT count(*)::integer AS rows,
    (array_agg('jackpot of ' || s.pool_code || ': it holds ' || s.held || ', the chain says ' || s.waits || ' cents')
      FILTER (WHERE s.held <> s.waits))[1:5] AS found
  FROM (
    SELECT a.pool_code, h.held,
      h.foreign_cents + coalesce((SELECT sum(l.own_cents) FROM jackpot_link l
        WHERE l.pool_code = a.pool_code AND (jackpot_holder(l.pool_id)).taker_id IS NULL), 0)
      -- Of what no pool left, what one took: it is its own to leave once it hands it on.
      - coalesce((SELECT sum(q.jackpot_in_cents - (SELECT coalesce(sum(t.amount_cents), 0) FROM jackpot_take t
          WHERE t.taker_id = q.id)) FROM jackpot_link l JOIN pool q ON q.id = l.pool_id WHERE l.pool_code = a.pool_code), 0)
        AS waits
    FROM account a
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.amount_cents), 0) AS held, coalesce(sum(p.amount_cents) FILTER (
          WHERE NOT EXISTS (SELECT FROM jackpot_link l WHERE l.pool_id::text = e.reference)), 0) AS foreign_cents
      FROM posting p JOIN entry e ON e.id = p.entry_id WHERE p.account_id = a.id) h
    WHERE a.kind = 'jackpot'
  ) s`;

/** Jackpots are a chain of pools: which left what, which took it, and where it is now. */
export const jackpotsCheck: Check = {
  name: "jackpots",
  run: async (tx) => {
    const links = await tx.query<{ rows: number; found: string[] | null }>(LINKS);
    const accounts = await tx.query<{ rows: number; found: string[] | null }>(ACCOUNTS);
    const found = [...(links.rows[0]?.found ?? []), ...(accounts.rows[0]?.found ?? [])];
    return {
      rows: (links.rows[0]?.rows ?? 0) + (accounts.rows[0]?.rows ?? 0),
      found: found.slice(0, MOST_FOUND),
    };
  },
};
