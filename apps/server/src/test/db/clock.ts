import type { TestClub } from "../club.ts";

/**
 * Sets the clock of a club's database to an SQL expression: what a test database alone may do (promise P19).
 *
 * Nobody is signed out by it. The club's own jobs go by this clock too, and would take away the
 * sessions that it makes old: what keeps them stands before the clock moves.
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

/** The club's clock by an interval ahead of the real one: "7 months 1 minute", "0 seconds". */
export async function moveClock(club: TestClub, by: string): Promise<void> {
  await setClock(club, `clock_timestamp() + interval '${by}'`);
}

/** For tests that go further than a session of a player lives: 31 days without an action. */
export async function keepSessions(club: TestClub): Promise<void> {
  await club.asAdmin(`
    CREATE FUNCTION keep_session() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER keep_session BEFORE DELETE ON session FOR EACH ROW EXECUTE FUNCTION keep_session();`);
}
