import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const PLAYERS =
  "SELECT player_id AS id FROM wallet WHERE player_id > $1 ORDER BY player_id OFFSET $2 LIMIT 1";
const HELD = `
  SELECT count(*)::integer AS rows,
    (array_agg('wallet of player ' || s.player_id || ', held: ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT w.player_id, CASE WHEN w.held_cents <> v.cents
      THEN 'it says ' || w.held_cents || ', its withdrawals ' || v.cents || ' cents' END AS why
    FROM wallet w
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE WHEN x.status IN ('requested', 'approved') THEN x.amount_cents ELSE x.cooling_cents END), 0)
        AS cents
      FROM withdrawal x WHERE x.player_id = w.player_id
    ) v
    WHERE w.player_id > $1 AND w.player_id <= $2
  ) s`;

const WITHDRAWALS = "SELECT id FROM withdrawal WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
const ENTRIES = `
  SELECT count(*)::integer AS rows,
    (array_agg('withdrawal ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT x.id, CASE
      WHEN q.cents IS DISTINCT FROM x.amount_cents THEN 'its request moved ' || coalesce(q.cents, 0) || ' cents'
      WHEN coalesce(o.cents, 0) <> CASE WHEN x.status = 'paid' THEN x.amount_cents ELSE 0 END
        THEN 'the bank was paid ' || coalesce(o.cents, 0) || ' cents'
      WHEN coalesce(b.cents, 0) <> CASE WHEN x.status IN ('rejected', 'cancelled') THEN x.amount_cents - x.cooling_cents
        ELSE 0 END THEN coalesce(b.cents, 0) || ' cents came back'
    END AS why
    FROM withdrawal x
    JOIN wallet w ON w.player_id = x.player_id
    LEFT JOIN LATERAL (SELECT p.amount_cents AS cents FROM entry e JOIN posting p ON p.entry_id = e.id
      WHERE e.cause = 'withdrawal:' || x.id || ':request' AND p.account_id = w.held_account) q ON true
    LEFT JOIN LATERAL (SELECT -p.amount_cents AS cents FROM entry e JOIN posting p ON p.entry_id = e.id
      WHERE e.cause = 'withdrawal:' || x.id || ':paid' AND p.account_id = w.held_account) o ON true
    LEFT JOIN LATERAL (SELECT sum(-p.amount_cents) AS cents FROM posting p JOIN entry e ON e.id = p.entry_id
      WHERE p.account_id = w.held_account AND e.kind = 'withdrawal_return' AND e.reference = x.reference) b ON true
    WHERE x.id > $1 AND x.id <= $2
  ) s`;

/** Held money equals that of the waiting withdrawals, and each moved what its state implies. */
export const heldCheck: Check = {
  name: "held",
  run: async (tx) => {
    const wallets = await scanRanges(tx, { bound: PLAYERS, check: HELD, size: 2000 });
    const rows = await scanRanges(tx, { bound: WITHDRAWALS, check: ENTRIES, size: 2000 });
    return { rows: wallets.rows + rows.rows, found: [...wallets.found, ...rows.found] };
  },
};
