import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { keepSessions, moveClock } from "../../test/db/clock.ts";
import { closeRace, openMeeting, place, settle } from "../../test/db/race-day.ts";

const ZONE = "Australia/Sydney";
const DAY_MS = 86_400_000;

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TIME_ZONE: ZONE } });
  await keepSessions(club);
});
afterAll(async () => await club.close());

async function adjust(player: TestPlayer, cents: number): Promise<void> {
  const { token } = await club.operator();
  const body = { kind: "opening", amount_cents: cents, reason: "for a test" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
}

const monthOf = (at: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: ZONE, year: "numeric", month: "2-digit" })
    .format(at)
    .slice(0, 7);

test("30 months of bets: every month equals the statement of that month, and all of it the balance", async () => {
  const player = await club.signUp();
  await adjust(player, 10_000_000);
  const months = new Set<string>();
  const meeting = await openMeeting(club, 20);
  await club.query("UPDATE race SET start_time = start_time + interval '1000 days'");
  const { token } = await club.operator();
  for (const [i, { id }] of meeting.races.entries()) {
    const days = i * 45;
    await moveClock(club, `${days} days`);
    months.add(monthOf(Date.now() + days * DAY_MS));
    const race = { race_id: id, date: meeting.date };
    ok(await place(club, player, { ...race, bet_type: 1, horse: [1, 2], betAmount: 5 + days }));
    ok(await place(club, player, { ...race, bet_type: 2, horse: [3], betAmount: 7 }));
    const scratch = `/api/operator/races/${race.race_id}/scratch`;
    ok(await club.call("POST", scratch, { token, body: { horse_id: 3 } }));
    await closeRace(club, race.race_id);
    await settle(club, race.race_id, [[1], [2], [4], [5]]);
  }
  const lines = await club.query(
    `SELECT to_char(e.at AT TIME ZONE '${ZONE}', 'YYYY-MM') AS month, p.amount_cents, e.kind
     FROM posting p JOIN entry e ON e.id = p.entry_id JOIN wallet w ON w.cash_account = p.account_id
     WHERE w.player_id = $1`,
    [player.id],
  );
  let net = 0;
  for (const month of months) {
    const data = ok(await club.call("GET", `/api/user/activity?month=${month}`, player));
    const ofMonth = lines.filter(
      (line) => line["month"] === month && line["kind"] !== "adjustment",
    );
    const sum = (isStake: boolean) =>
      ofMonth
        .filter((line) => (line["kind"] === "bet") === isStake)
        .reduce((all, line) => all + Number(line["amount_cents"]), 0);
    expect([month, data.staked_cents, data.net_result_cents]).toEqual([
      month,
      -sum(true),
      sum(true) + sum(false),
    ]);
    expect(data.returned_cents + data.refunded_cents).toBe(sum(false));
    expect(data.refunded_cents).toBeGreaterThan(0);
    const days = data.days as { staked_cents: number; net_result_cents: number; day: string }[];
    expect(days.reduce((all, each) => all + each.net_result_cents, 0)).toBe(data.net_result_cents);
    expect(data.biggest_day.staked_cents).toBe(
      Math.max(...days.map(({ staked_cents: staked }) => staked)),
    );
    net += data.net_result_cents;
  }
  const { cash_cents: cash } = ok(await club.call("GET", "/api/user/wallet", player));
  expect(10_000_000 + net).toBe(cash);
  const now = ok(await club.call("GET", "/api/user/activity", player));
  expect(now.months.length).toBe(months.size);
});

test("time of play is counted by the club day, without pauses of 15 minutes", async () => {
  await moveClock(club, "0 days");
  const player = await club.signUp();
  // Late in the evening it begins in the small hours: all of it lies in one month.
  const [now] = await club.query(
    "SELECT extract(hour FROM club_now() AT TIME ZONE 'Australia/Sydney')::int AS hour",
  );
  const firstMinute = now?.["hour"] >= 22 ? 180 : 0;
  const act = async (minutes: number): Promise<void> => {
    await moveClock(club, `${firstMinute + minutes} minutes`);
    club.ctx.sessions.forget(player.id);
    ok(await club.call("GET", "/api/user/wallet", player));
    await club.ctx.sessions.flush();
    ok(await club.call("POST", "/api/user/heartbeat", player));
    // A second heartbeat in the same minute must not count anything twice.
    ok(await club.call("POST", "/api/user/heartbeat", player));
  };
  const startedAt = performance.now();
  for (const minutes of [0, 5, 12, 20, 60, 70]) await act(minutes);
  // The clock that was moved also runs on by itself.
  const passed = (performance.now() - startedAt) / 1000;
  const { days } = ok(await club.call("GET", "/api/user/activity", player));
  const seconds = days.reduce((all: number, each: { seconds: number }) => all + each.seconds, 0);
  expect(seconds).toBeGreaterThan(30 * 60 - 20);
  expect(seconds).toBeLessThan(30 * 60 + 20 + passed);
});

test.each(["2026-13", "2026-00", "26-01", "x"])("%s is no month", async (month) => {
  const player = await club.signUp();
  expect((await club.call("GET", `/api/user/activity?month=${month}`, player)).status).toBe(422);
});

test("a player without anything has an empty month", async () => {
  await moveClock(club, "0 days");
  const player = await club.signUp();
  expect(ok(await club.call("GET", "/api/user/activity", player))).toMatchObject({
    staked_cents: 0,
    biggest_day: null,
    days: [],
    months: [],
  });
});
