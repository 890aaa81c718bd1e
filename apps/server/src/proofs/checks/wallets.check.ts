import { MOST_FOUND, scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND =
  "SELECT player_id AS id FROM wallet WHERE player_id > $1 ORDER BY player_id OFFSET $2 LIMIT 1";
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('wallet of player ' || s.player_id || ', ' || s.kind || ': ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT w.player_id, v.kind, CASE
      WHEN a.player_id IS DISTINCT FROM w.player_id OR a.kind <> v.kind THEN 'account ' || v.account || ' is not its own'
      WHEN p.broken IS NOT NULL THEN 'posting ' || p.broken || ' left another balance than it says'
      WHEN p.total <> v.cents THEN 'it says ' || v.cents || ', its postings ' || p.total || ' cents'
    END AS why
    FROM wallet w
    CROSS JOIN LATERAL (VALUES ('cash', w.cash_account, w.cash_cents), ('held', w.held_account, w.held_cents),
      ('bonus', w.bonus_account, w.bonus_cents)) v (kind, account, cents)
    LEFT JOIN account a ON a.id = v.account
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(r.amount_cents), 0) AS total,
        min(r.id) FILTER (WHERE r.balance_cents IS DISTINCT FROM r.running) AS broken
      FROM (SELECT id, amount_cents, balance_cents, sum(amount_cents) OVER (ORDER BY id) AS running
        FROM posting WHERE account_id = v.account) r
    ) p
    WHERE w.player_id > $1 AND w.player_id <= $2
  ) s`;

/** A wallet is the sum of its postings, and each posting records the balance after it. */
export const walletsCheck: Check = {
  name: "wallets",
  run: async (tx) => await scanRanges(tx, { bound: BOUND, check: CHECK, size: 2000 }),
};

const ACCOUNTS = `
  SELECT count(*)::integer AS rows,
    (array_agg('account ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT a.id, CASE
      WHEN a.player_id IS NOT NULL AND (w.player_id IS NULL
        OR a.id <> CASE a.kind WHEN 'cash' THEN w.cash_account WHEN 'held' THEN w.held_account ELSE w.bonus_account END)
        THEN 'its player has another wallet'
      WHEN a.pool_id IS NOT NULL AND (q.id IS NULL OR q.escrow_account <> a.id) THEN 'its pool has another escrow'
    END AS why
    FROM account a
    LEFT JOIN wallet w ON w.player_id = a.player_id
    LEFT JOIN pool q ON q.id = a.pool_id
  ) s`;

/** An account's folded sums, compared with its postings up to that point. */
const FOLDED = `
  SELECT (array_agg('account ' || s.id || ': folded are ' || s.said || ', its postings ' || s.counted)
      FILTER (WHERE s.said <> s.counted))[1:5] AS found
  FROM (
    SELECT a.id, coalesce(f.amount_cents, 0) || ' cents in ' || coalesce(f.postings, 0) AS said,
      p.cents || ' cents in ' || p.postings AS counted
    FROM account a CROSS JOIN books_fold b LEFT JOIN account_fold f ON f.account_id = a.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents, count(*) AS postings FROM posting
      WHERE account_id = a.id AND id <= b.until_id) p
    WHERE b.until_id > 0
  ) s`;

/** Every player's or pool's account is the one its wallet or pool names, and its fold is right. */
export const accountsCheck: Check = {
  name: "accounts",
  run: async (tx) => {
    const { rows } = await tx.query<{ rows: number; found: string[] | null }>(ACCOUNTS);
    const folded = await tx.query<{ found: string[] | null }>(FOLDED);
    const found = [...(rows[0]?.found ?? []), ...(folded.rows[0]?.found ?? [])];
    return { rows: rows[0]?.rows ?? 0, found: found.slice(0, MOST_FOUND) };
  },
};
