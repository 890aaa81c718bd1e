import type { RunnerForm } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

/* The form guide: what a race's runners have done before it, by the club's own results. */

let club: TestClub;
let races: TestRace[];

beforeAll(async () => {
  club = await startClub();
  races = await openRaceDay(club, { races: 4, runners: 6 });
  // One field in all four races, the last one to come: on two grounds, over two distances.
  await club.asAdmin(
    `UPDATE runner n SET name = CASE n.number WHEN 1 THEN 'Meridian' WHEN 2 THEN 'QUIET TIDE' ELSE r.id::text || n.number END
     FROM race r WHERE r.id = n.race_id`,
  );
  const facts = [
    { days: 21, going: "Soft 5", metres: 1200, placings: "[[1],[3],[2]]" },
    { days: 14, going: "Good 4", metres: 1600, placings: "[[4],[1,2]]" },
    { days: 7, going: "Good 4", metres: 1200, placings: "[[5],[6],[4]]" },
  ];
  for (const [at, { days, going, metres, placings }] of facts.entries()) {
    const id = raceAt(at).race_id;
    await club.asAdmin(
      `UPDATE race SET start_time = start_time - make_interval(days => $2), going = $3, distance_m = $4,
         status = 'final', closed_at = club_now() WHERE id = $1`,
      [id, days, going, metres],
    );
    await club.asAdmin(
      "INSERT INTO result (race_id, version, stage, placings) VALUES ($1, 1, 'final', $2)",
      [id, placings],
    );
  }
  await club.asAdmin("UPDATE race SET distance_m = 1200 WHERE id = $1", [raceAt(3).race_id]);
  await club.asAdmin(
    `INSERT INTO price_point VALUES ($1, club_now() - interval '1 minute', '{"1": 300, "2": 900}'),
       ($1, club_now(), '{"1": 250, "2": 1100}')`,
    [raceAt(0).race_id],
  );
});
afterAll(async () => await club.close());

const raceAt = (at: number): TestRace => races[at] as TestRace;

async function formOf(at: number): Promise<RunnerForm[]> {
  const { body } = await club.call("GET", `/api/events/race/${raceAt(at).race_id}/form`);
  return body.list as RunnerForm[];
}

test("places, dead heats and prices of the past runs, newest first, and the records that follow", async () => {
  await club.asAdmin(
    "UPDATE runner SET scratched_at = club_now() WHERE race_id = $1 AND number = 2",
    [raceAt(2).race_id],
  );
  const [first, second, ...others] = await formOf(3);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    horse_id: 1,
    career: { starts: 3, firsts: 1, seconds: 1, thirds: 0 },
    track: { starts: 3, firsts: 1, seconds: 1, thirds: 0 },
    distance: { starts: 2, firsts: 1, seconds: 0, thirds: 0 },
    wet: { starts: 1, firsts: 1, seconds: 0, thirds: 0 },
  });
  const run = ({ runs }: RunnerForm) =>
    runs.map(({ place, going, distance_m, win_approx }) => [place, going, distance_m, win_approx]);
  expect(run(first!)).toEqual([
    [null, "Good 4", 1200, null],
    [2, "Good 4", 1600, null],
    [1, "Soft 5", 1200, 250],
  ]);
  // Both in a dead heat are second; a scratched runner did not run.
  expect(run(second!)).toEqual([
    [2, "Good 4", 1600, null],
    [3, "Soft 5", 1200, 1100],
  ]);
  expect(first!.runs.map(({ runners }) => runners)).toEqual([5, 6, 6]);
});

test("only what was before it, only final results, only the same kind of race", async () => {
  expect(await formOf(0)).toEqual([]);
  await club.asAdmin("UPDATE result SET is_confirmed = false WHERE race_id = $1", [
    raceAt(1).race_id,
  ]);
  expect((await formOf(3)).map(({ career }) => career.starts)).toEqual([2, 1]);
  await club.asAdmin("UPDATE race SET status = 'abandoned' WHERE id = $1", [raceAt(2).race_id]);
  expect((await formOf(3)).map(({ career }) => career.starts)).toEqual([1, 1]);
  const none = await club.call("GET", `/api/events/race/${crypto.randomUUID()}/form`);
  expect(none.body.list).toEqual([]);
  ok(none);
});
