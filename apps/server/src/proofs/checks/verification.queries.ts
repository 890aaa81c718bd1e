import type { DataOf, ListItemOf, listVerifications, verifyLedger } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { oneValue, theValue } from "../../core/db/statements.ts";
import { wireInstant } from "../../core/http/wire.ts";

type Verification = DataOf<typeof verifyLedger>;

/** Stores the newest verification; one that began earlier but ended later does not replace it. */
export async function keepVerification(db: Queryable, found: Verification): Promise<void> {
  await db.query(
    `INSERT INTO books_verification AS v (at, verified) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET at = excluded.at, verified = excluded.verified WHERE v.at <= excluded.at`,
    [found.at, JSON.stringify(found)],
  );
  await db.query(
    `INSERT INTO books_verified (at, ok, duration_ms, rows_read, chain_head, broken) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (at) DO NOTHING`,
    [
      found.at,
      found.ok,
      found.duration_ms,
      found.checks.reduce((sum, check) => sum + check.rows, 0),
      found.chain_head.position,
      found.checks.filter((check) => !check.ok).map((check) => check.name),
    ],
  );
}

type Verified = ListItemOf<typeof listVerifications>;

/** The last fifty verifications, newest first. Served by the primary key. */
export async function listVerified(db: Queryable): Promise<Verified[]> {
  const { rows } = await db.query<
    Omit<Verified, "at" | "rows" | "chain_head"> & {
      at: Date;
      rows_read: bigint;
      chain_head: bigint;
    }
  >(
    "SELECT at, ok, duration_ms, rows_read, chain_head, broken FROM books_verified ORDER BY at DESC LIMIT 50",
  );
  return rows.map(({ rows_read: read, ...row }) => ({
    ...row,
    at: wireInstant(row.at),
    rows: Number(read),
    chain_head: Number(row.chain_head),
  }));
}

/** What the newest verification found; null before the first. */
export const readVerification = oneValue<Verification>("SELECT verified FROM books_verification");

/**
 * True when there is something to verify, nobody did for a day, and few bets are coming in (200 in
 * ten seconds); after a day and a half it is due however many come in.
 */
export const isVerificationDue = theValue<boolean>(`
  SELECT EXISTS (SELECT FROM entry) AND NOT EXISTS (
    SELECT FROM books_verification WHERE at > club_now() - interval '1 day')
  AND ((SELECT count(*) FROM (SELECT FROM bet WHERE id >= uuid_floor(club_now() - interval '10 seconds')
      LIMIT 200) b) < 200
    OR coalesce((SELECT at FROM books_verification), (SELECT min(created_at) FROM operator))
      < club_now() - interval '36 hours') AS due`);
