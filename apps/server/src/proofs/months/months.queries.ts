import { command, hasRow, manyRows, theRow } from "../../core/db/statements.ts";

export interface MonthRow {
  /** "2026-11". */
  month: string;
  ends_at: Date;
  body: string;
  closed_by: string;
  closed_at: Date;
}

const MONTHS = `
  SELECT to_char(m.month, 'YYYY-MM') AS month, m.ends_at, m.body, o.user_name AS closed_by, m.closed_at
  FROM month_close m JOIN operator o ON o.id = m.closed_by ORDER BY m.month DESC LIMIT 60`;

/** Months that are closed, newest first. Served by the primary key. */
export const listClosed = manyRows<MonthRow>(MONTHS);

/** One close at a time, as months are closed in order. Held to the end of the transaction. */
export const lockMonths = command(
  "SELECT pg_advisory_xact_lock(hashtextextended('month_close', 7))",
);

/** Now, and the month of the oldest chained entry in club time; null before there is one. */
export const readMonthFacts = theRow<{
  now: Date;
  first: string | null;
}>(`SELECT club_now_ms() AS now, (SELECT to_char(min(e.at) AT TIME ZONE c.time_zone, 'YYYY-MM')
       FROM (SELECT entry_id FROM chain ORDER BY position LIMIT 1000) f JOIN entry e ON e.id = f.entry_id) AS first
     FROM club c`);

/** Whether an entry before the moment is still unchained. */
export const hasUnchained = hasRow<[before: Date]>(
  "SELECT FROM entry e WHERE e.at < $1 AND NOT EXISTS (SELECT FROM chain c WHERE c.entry_id = e.id) LIMIT 1",
);

/** Balances at a moment, by kind and jackpot. Reads the whole ledger. */
export const balancesAt = manyRows<
  { kind: string; pool: string | null; balance_cents: bigint },
  [before: Date]
>(`
  SELECT a.kind, a.pool_code AS pool, sum(p.amount_cents)::bigint AS balance_cents
  FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id WHERE e.at < $1
  GROUP BY a.kind, a.pool_code ORDER BY a.kind, a.pool_code`);

/** How many entries there were, and the chain position of the last of them. */
export const chainAt = theRow<{ entries: bigint; position: bigint; hash: Buffer }, [before: Date]>(`
  SELECT n.entries, coalesce(c.position, 0) AS position, coalesce(c.hash, decode(repeat('00', 32), 'hex')) AS hash
  FROM (SELECT count(*) AS entries FROM entry WHERE at < $1) n LEFT JOIN LATERAL (
    SELECT c.position, c.hash FROM chain c JOIN entry e ON e.id = c.entry_id
    WHERE e.at < $1 ORDER BY c.position DESC LIMIT 1) c ON true`);

/** Stores a closed month. The caller holds the lock of months. */
export const insertMonth = command<{ month: string; endsAt: Date; body: string; by: string }>(
  `INSERT INTO month_close (month, ends_at, body, is_balanced, closed_by)
   VALUES (($1 || '-01')::date, $2, $3, true, $4)`,
  ["month", "endsAt", "body", "by"],
);
