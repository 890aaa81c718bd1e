import pg from "pg";
import type { FreshDatabase } from "./database.ts";

/**
 * What must hold after every test, whatever it did: all postings, and those of each entry, sum to
 * zero, and each wallet equals its postings and is not below zero.
 */
const FAULTS = `
  SELECT 'the ledger sums to ' || sum(amount_cents) AS fault FROM posting HAVING sum(amount_cents) <> 0
  UNION ALL
  SELECT 'entry ' || entry_id || ' sums to ' || sum(amount_cents) FROM posting
  GROUP BY entry_id HAVING sum(amount_cents) <> 0
  UNION ALL
  SELECT 'the wallet of ' || w.player_id || ' has ' || w.cash_cents || ', its lines ' || coalesce(p.cents, 0)
  FROM wallet w LEFT JOIN (SELECT account_id, sum(amount_cents) AS cents FROM posting GROUP BY account_id) p
    ON p.account_id = w.cash_account
  WHERE w.cash_cents <> coalesce(p.cents, 0) OR w.cash_cents < 0
  LIMIT 5`;

/** @throws Error that says what is wrong in the books of a test's club. */
export async function requireSoundBooks(database: FreshDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ fault: string }>(FAULTS);
    if (rows.length > 0) {
      throw new Error(`The test left wrong books: ${rows.map(({ fault }) => fault).join("; ")}`);
    }
  } finally {
    await client.end();
  }
}
