import type { Queryable } from "../../core/db/connect.ts";

/** Nearer than this the club's clock is the database's: two statements lie between two readings. */
const SAME_MS = 5000;

/**
 * Sets the club's clock to an instant, in milliseconds of Unix time, from which it goes on at its
 * own pace. Only for a demo that is not open yet: a club's clock is the database's (promise P19).
 *
 * @param owner - one connection of the role that owns the schema; the server's role cannot.
 */
export async function moveClock(owner: Queryable, atMs: number): Promise<void> {
  await owner.query(
    "SELECT set_config('club.behind', extract(epoch FROM clock_timestamp() - $1::timestamptz) || ' seconds', false)",
    [new Date(atMs).toISOString()],
  );
  await owner.query(`DO $$ BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS %L',
      format('SELECT clock_timestamp() - interval %L', current_setting('club.behind')));
  END $$`);
}

/** Gives the club the database's clock again, if something had moved it. */
export async function putClockRight(owner: Queryable): Promise<void> {
  const { rows } = await owner.query<{ off: number }>(
    "SELECT (abs(extract(epoch FROM club_now() - clock_timestamp())) * 1000)::float AS off",
  );
  if ((rows[0]?.off ?? 0) < SAME_MS) return;
  await owner.query(
    "CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()'",
  );
}

/**
 * True before the first start of a club. Later its clock has been seen, in its log and by its
 * operators, and is not moved any more.
 */
export async function isNewClub(db: Queryable): Promise<boolean> {
  return (await db.query("SELECT FROM club")).rowCount === 0;
}
