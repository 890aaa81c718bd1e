import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestClub, startClub } from "../../test/club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_DEMO: "1" } });
});
afterAll(async () => await club.close());

test("events come, prices move, members bet, and a match that was played is settled", async () => {
  const figures = async () => {
    const [row] = await club.query(
      `SELECT (SELECT count(*)::int FROM sport_event) AS events, (SELECT count(*)::int FROM sport_price WHERE version > 1) AS moves,
         (SELECT count(*)::int FROM sport_bet) AS bets, (SELECT count(*)::int FROM sport_event WHERE status = 'settled') AS settled`,
    );
    return row!;
  };
  await expect.poll(async () => (await figures())["moves"]).toBeGreaterThan(0);
  await expect.poll(async () => (await figures())["bets"]).toBeGreaterThan(0);
  // The match with the most bets ends at once.
  await club.asAdmin(
    `UPDATE sport_event SET start_time = club_now() - interval '3 minutes' WHERE id =
       (SELECT id FROM sport_event WHERE status = 'open' ORDER BY bets DESC LIMIT 1)`,
  );
  await expect.poll(async () => (await figures())["settled"]).toBeGreaterThan(0);
});
