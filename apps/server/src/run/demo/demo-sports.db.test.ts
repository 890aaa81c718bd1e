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

test("the member whose login is printed has bets of every type by then, won, lost and refunded, and a statement of it all", async () => {
  const mine = async (sql: string) =>
    await club.query(sql.replace("ME", "(SELECT id FROM player WHERE user_name_key = 'demo')"));
  const types = async () =>
    (await mine("SELECT DISTINCT bet_type AS n FROM bet WHERE player_id = ME ORDER BY 1")).map(
      ({ n }) => n,
    );
  await expect.poll(types).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  await expect
    .poll(async () => (await mine("SELECT FROM shop_order WHERE player_id = ME")).length)
    .toBe(1);
  await expect
    .poll(async () => await mine("SELECT status FROM withdrawal WHERE player_id = ME"))
    .toEqual([{ status: "requested" }]);
  expect(await mine("SELECT FROM player WHERE invited_by = ME")).toHaveLength(2);
  // The races are over at once.
  await club.asAdmin(
    "UPDATE race r SET start_time = club_now() - interval '3 minutes' FROM meeting m WHERE m.id = r.meeting_id AND m.code = 'SP'",
  );
  const statuses = async () =>
    (await mine("SELECT DISTINCT status FROM bet_view WHERE player_id = ME ORDER BY 1")).map(
      ({ status }) => status,
    );
  await expect.poll(statuses).toEqual(["lost", "refunded", "won"]);
});
