import type { TestClub } from "../club.ts";

/**
 * Sets the clock of a club's database to an SQL expression, which only test databases allow
 * (promise P19).
 *
 * Nobody is signed out by it. The club's own jobs go by this clock too, and would delete the
 * sessions that it ages, so those are made to last before the clock moves.
 */
export async function setClock(club: TestClub, now: string): Promise<void> {
  await club.asAdmin(`
    UPDATE session_access SET expires_at = 'infinity';
    UPDATE session SET created_at = 'infinity', last_action_at = 'infinity' WHERE operator_id IS NOT NULL;`);
  await club.asAdmin(
    `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT ${now} $$`,
  );
  await club.asAdmin("UPDATE club SET newest_at = NULL");
}

/** Sets the clock ahead of the real one by an interval: "7 months 1 minute", "0 seconds". */
export async function moveClock(club: TestClub, by: string): Promise<void> {
  await setClock(club, `clock_timestamp() + interval '${by}'`);
}

/** For tests that go beyond the life of a player's session: 31 days without an action. */
export async function keepSessions(club: TestClub): Promise<void> {
  await club.asAdmin(`
    CREATE FUNCTION keep_session() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER keep_session BEFORE DELETE ON session FOR EACH ROW EXECUTE FUNCTION keep_session();`);
}
