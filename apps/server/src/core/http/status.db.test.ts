import { afterAll, beforeAll, expect, test } from "vitest";
import { watchBooks } from "../../run/jobs/club-metrics.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

let club: TestClub;
let races: TestRace[];

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 2, runners: 8 });
});
afterAll(async () => await club.close());

const status = async () => ok(await club.call("GET", "/api/status"));

test("everybody sees whether bets are taken and when the books were added up", async () => {
  const [before] = await club.query("SELECT club_now_ms() AS now");
  await watchBooks(club.ctx);
  const now = await status();
  expect(now.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(now).toMatchObject({ takes_bets: true, books: { balanced: true } });
  const checkedAt = Date.parse(now.books.checked_at);
  expect(checkedAt).toBeGreaterThanOrEqual(Number(before?.["now"]));
  expect(checkedAt).toBeLessThanOrEqual(Date.parse(now.server_time));
});

test("one cent off shows, and a clock that fell back", async () => {
  const player = await club.signUp();
  await club.fund(player, 100);
  const shift = async (cents: number): Promise<void> => {
    await club.asAdmin("UPDATE wallet SET cash_cents = cash_cents + $2 WHERE player_id = $1", [
      player.id,
      cents,
    ]);
    await watchBooks(club.ctx);
  };
  await shift(1);
  expect((await status()).books.balanced).toBe(false);
  await shift(-1);
  expect((await status()).books.balanced).toBe(true);
  await club.query("UPDATE club SET newest_at = club_now() + interval '1 minute'");
  expect((await status()).takes_bets).toBe(false);
  await club.query("UPDATE club SET newest_at = NULL");
  expect((await status()).takes_bets).toBe(true);
});

test("the heartbeat tells the day's net result: bets of today, what came back for them, nothing else", async () => {
  const player = await club.signUp();
  await club.fund(player, 10_000);
  const today = async (who: TestPlayer): Promise<number> =>
    ok(await club.call("POST", "/api/user/heartbeat", { token: who.token })).net_today_cents;
  expect(await today(player)).toBe(0);
  const bet = async (race: TestRace | undefined, horse: number, betAmount: number) => {
    const body = { race_id: race?.race_id, bet_type: 1, horse: [horse], betAmount };
    return ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }));
  };
  await bet(races[0], 2, 10);
  expect(await today(player)).toBe(-1000);
  await bet(races[1], 3, 5);
  expect(await today(player)).toBe(-1500);
  const { token } = await club.operator();
  const path = `/api/operator/races/${races[1]?.race_id}/abandon`;
  ok(await club.call("POST", path, { token, body: { reason: "a test" } }));
  await expect.poll(async () => await today(player)).toBe(-1000);
  // Yesterday's bets are no part of today.
  await club.asAdmin("ALTER TABLE bet DISABLE TRIGGER USER");
  await club.asAdmin(
    "UPDATE bet SET accepted_at = accepted_at - interval '2 days' WHERE player_id = $1 AND race_id = $2",
    [player.id, races[0]?.race_id],
  );
  expect(await today(player)).toBe(0);
  await club.asAdmin(
    "UPDATE bet SET accepted_at = accepted_at + interval '2 days' WHERE player_id = $1 AND race_id = $2",
    [player.id, races[0]?.race_id],
  );
  await club.asAdmin("ALTER TABLE bet ENABLE TRIGGER USER");
});
