import type { DayMeeting, RaceDetail } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";
import { notePrices } from "../live/price-points.ts";
import { deleteOldPricePoints, readPricePoints } from "../live/price-points.ts";

/* What home and a race's page show beside the race itself: ground, turnover, how the prices moved. */

let club: TestClub;
let races: TestRace[];
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 3, runners: 6 });
  player = await club.signUp();
  await club.fund(player, 100_000);
});
afterAll(async () => {
  await club.close();
});

const raceAt = (at: number): TestRace => races[at] as TestRace;

async function bet(race: TestRace, body: Record<string, unknown>): Promise<void> {
  const whole = { race_id: race.race_id, ...body };
  ok(await club.call("POST", "/api/order/place-order", { token: player.token, body: whole }));
}

async function meeting(): Promise<DayMeeting> {
  const { date, event_id } = raceAt(0);
  const { body } = await club.call("GET", `/api/events/day_table?day=${date}`);
  return (body.list as DayMeeting[]).find((each) => each.event_id === event_id) as DayMeeting;
}

async function detail(race: TestRace): Promise<RaceDetail> {
  return ok(await club.call("GET", `/api/events/race/${race.race_id}`));
}

const pools = (win: Record<string, number>) => [{ pool: "WIN", race_id2: null, approximates: win }];

test("a meeting says what was staked in all its pools, less what a scratching sends back", async () => {
  await bet(raceAt(0), { bet_type: 9, horse: [1, 2], betAmount: 10, betAmount2: 5 });
  await bet(raceAt(1), { bet_type: 3, horse: [4], horse2: [5], betAmount: 7 });
  await expect.poll(async () => (await meeting()).turnover_cents).toBe(3700);
  ok(await act(club, raceAt(0).race_id, "scratch", { horse_id: 2 }));
  await expect.poll(async () => (await meeting()).turnover_cents).toBe(2200);
});

test("its ground is that of the next race to be run, then of the last", async () => {
  const say = async (race: TestRace, going: string | null) =>
    await club.asAdmin("UPDATE race SET going = $2 WHERE id = $1", [race.race_id, going]);
  await say(raceAt(0), "Good 4");
  await say(raceAt(1), "Soft 5");
  await expect.poll(async () => (await meeting()).going).toBe("Good 4");
  await club.asAdmin("UPDATE race SET status = 'abandoned' WHERE id = $1", [raceAt(0).race_id]);
  await expect.poll(async () => (await meeting()).going).toBe("Soft 5");
  await club.asAdmin("UPDATE race SET status = 'open' WHERE id = $1", [raceAt(0).race_id]);
});

test("a bet leaves a point of the prices, and the next one not before half a minute", async () => {
  const race = raceAt(2);
  await bet(race, { bet_type: 1, horse: [1], betAmount: 10 });
  await expect.poll(async () => (await detail(race)).prices).toHaveLength(1);
  await notePrices(club.ctx.db.jobs, [{ race_id: race.race_id, pools: pools({ 1: 999 }) }]);
  expect(await readPricePoints(club.ctx.db.browsing, race.race_id, 24)).toHaveLength(1);

  await club.asAdmin("UPDATE price_point SET at = at - interval '31 seconds'");
  await notePrices(club.ctx.db.jobs, [{ race_id: race.race_id, pools: pools({ 1: 250, 3: 410 }) }]);
  const points = await readPricePoints(club.ctx.db.browsing, race.race_id, 24);
  expect(points.at(-1)?.win).toEqual({ 1: 250, 3: 410 });
  expect(points).toHaveLength(2);
});

test("many points are thinned evenly, with the first and the last", async () => {
  const race = raceAt(1);
  await club.asAdmin("DELETE FROM price_point WHERE race_id = $1", [race.race_id]);
  await club.asAdmin(
    `INSERT INTO price_point SELECT $1, club_now() - interval '1 day' + n * interval '30 seconds',
       jsonb_build_object('1', n) FROM generate_series(1, 1000) n`,
    [race.race_id],
  );
  const points = await readPricePoints(club.ctx.db.browsing, race.race_id, 24);
  const values = points.map(({ win }) => win["1"] as number);
  expect(values).toHaveLength(24);
  expect([values[0], values.at(-1)]).toEqual([1, 1000]);
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  for (const few of [24, 23, 2, 1]) {
    await club.asAdmin("DELETE FROM price_point WHERE race_id = $1 AND (win->>'1')::integer > $2", [
      race.race_id,
      few,
    ]);
    const left = await readPricePoints(club.ctx.db.browsing, race.race_id, 24);
    expect(left.length).toBeLessThanOrEqual(few);
  }
});

test("a week after the race they are forgotten but for the last, which the form guide shows", async () => {
  const race = raceAt(1);
  await deleteOldPricePoints(club.ctx.db.jobs);
  await club.asAdmin(
    "INSERT INTO price_point SELECT race_id, at - interval '1 hour', win FROM price_point WHERE race_id = $1",
    [race.race_id],
  );
  const before = await readPricePoints(club.ctx.db.browsing, race.race_id, 24);
  expect(before.length).toBeGreaterThan(1);
  await club.asAdmin("UPDATE race SET start_time = start_time - interval '8 days' WHERE id = $1", [
    race.race_id,
  ]);
  await deleteOldPricePoints(club.ctx.db.jobs);
  const after = await readPricePoints(club.ctx.db.browsing, race.race_id, 24);
  expect(after).toEqual(before.slice(-1));
  await club.asAdmin("UPDATE race SET start_time = start_time + interval '8 days' WHERE id = $1", [
    race.race_id,
  ]);
});
