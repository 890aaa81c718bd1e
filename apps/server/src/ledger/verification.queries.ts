import type { DataOf, verifyLedger } from "@club/contract";
import type { Queryable } from "../db/connect.ts";

type Verification = DataOf<typeof verifyLedger>;

/** Keeps the newest verification; one that was begun earlier and ended later does not take its place. */
export async function keepVerification(db: Queryable, found: Verification): Promise<void> {
  await db.query(
    `INSERT INTO books_verification AS v (at, verified) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET at = excluded.at, verified = excluded.verified WHERE v.at <= excluded.at`,
    [found.at, JSON.stringify(found)],
  );
}

/** What the newest verification found; null before the first. */
export async function readVerification(db: Queryable): Promise<Verification | null> {
  const { rows } = await db.query<{ verified: Verification }>(
    "SELECT verified FROM books_verification",
  );
  return rows[0]?.verified ?? null;
}

/**
 * True when there is something to verify, nobody did for a day, and few bets come in just now
 * (200 in ten seconds); after a day and a half it is done whatever comes in.
 */
export async function isVerificationDue(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    `SELECT EXISTS (SELECT FROM entry) AND NOT EXISTS (
       SELECT FROM books_verification WHERE at > club_now() - interval '1 day')
     AND ((SELECT count(*) FROM (SELECT FROM bet WHERE id >= uuid_floor(club_now() - interval '10 seconds')
         LIMIT 200) b) < 200
       OR coalesce((SELECT at FROM books_verification), (SELECT min(created_at) FROM operator))
         < club_now() - interval '36 hours') AS due`,
  );
  return rows[0]?.due ?? false;
}
