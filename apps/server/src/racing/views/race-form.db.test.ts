import type { RunnerForm } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import { forgetOldPrices } from "../live/price-points.ts";
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
  // The race was weeks ago: how its prices moved is forgotten, the last ones are not.
  await forgetOldPrices(club.ctx);
  expect(await club.query("SELECT win FROM price_point")).toEqual([{ win: { 1: 250, 2: 1100 } }]);
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

test("the card's runs stand beside the club's own; a day in both is one run, filled in by the card", async () => {
  await club.asAdmin("UPDATE race SET status = 'final' WHERE id = $1", [raceAt(2).race_id]);
  await club.asAdmin("UPDATE result SET is_confirmed = true");
  const here = raceAt(3).race_id;
  // All of the test's races are of one meeting, whose day is that of the club's runs.
  const run = {
    distance_m: 1200,
    going: "Heavy 8",
    place: 3,
    starters: 11,
    margin: 2.5,
    time_ms: 71_200,
    positions: [6, 5, 3],
    weight_kg: 56,
    jockey: "C Rider",
    price: 8.5,
    comment: "Wide",
  };
  const track = raceAt(0).meetings.toUpperCase();
  const past = [
    { ...run, date: raceAt(0).date, track },
    { ...run, date: "2026-01-02", track },
    { ...run, date: "2026-01-01", track: "Elsewhere", place: null, going: null, distance_m: null },
  ];
  await club.asAdmin("UPDATE runner SET past_runs = $2 WHERE race_id = $1 AND number = 1", [
    here,
    JSON.stringify(past),
  ]);
  await club.asAdmin("UPDATE runner SET comment = 'Said' WHERE race_id = $1 AND number = 3", [
    here,
  ]);
  const forms = await formOf(3);
  const first = forms[0]!;
  expect(first.runs.map((each) => [each.race_id !== null, each.meetings, each.place])).toEqual([
    [true, raceAt(2).meetings, null],
    [true, raceAt(1).meetings, 2],
    [true, raceAt(0).meetings, 1],
    [false, track, 3],
    [false, "Elsewhere", null],
  ]);
  // The club's result stands where both tell of a day; what the club lacks is the card's.
  expect(first.runs[2]).toMatchObject({
    place: 1,
    runners: 6,
    win_approx: 250,
    going: "Soft 5",
    margin: 2.5,
    jockey: "C Rider",
    positions: [6, 5, 3],
    comment: "Wide",
  });
  expect(first.runs[3]).toMatchObject({ raceNo: null, runners: 11, win_approx: 850 });
  expect(first.career).toEqual({ starts: 5, firsts: 1, seconds: 1, thirds: 1 });
  expect(first.track.starts).toBe(4);
  expect(first.wet).toEqual({ starts: 2, firsts: 1, seconds: 0, thirds: 1 });
  expect(forms.find(({ horse_id }) => horse_id === 3)).toMatchObject({
    comment: "Said",
    comment_by: "feed",
    days_since: null,
    career: { starts: 0 },
    runs: [],
  });
});

test("how the race was run comes with the result and later, and is checked against it", async () => {
  const [race] = await openRaceDay(club, { races: 1, runners: 4, startInMs: 7_200_000 });
  const { token } = await club.operator();
  const post = async (act: string, body: object = {}) =>
    await club.call("POST", `/api/operator/races/${race!.race_id}/${act}`, { token, body });
  /** Copies of a race are a second old at most. */
  const shown = async () =>
    (await club.call("GET", `/api/events/race/${race!.race_id}`)).body.data.runs as object[];
  const runs = [
    { number: 2, positions: [4, 3, 1], margin: 0, time_ms: 70_000 },
    { number: 3, positions: [1, 1, 2], margin: 0.3 },
    { number: 1, positions: [2, 2] },
  ];
  expect((await post("runs", { runs })).body.code).toBe("result.state");
  ok(await post("close"));
  const final = { placings: [[2], [3]], stage: "final" };
  const wrong = async (at: number, change: object) => {
    const sent = runs.map((run, i) => (i === at ? { ...run, ...change } : run));
    const { status, body } = await post("result", { ...final, runs: sent });
    return [status, body.params?.field];
  };
  // Another finish than the result's, a place behind the last, a stranger, one twice.
  expect(await wrong(0, { positions: [4, 3, 2] })).toEqual([422, "runs[0].positions"]);
  expect(await wrong(2, { positions: [2, 5] })).toEqual([422, "runs[2].positions"]);
  expect(await wrong(1, { number: 5 })).toEqual([422, "runs[1].number"]);
  expect(await wrong(2, { number: 3 })).toEqual([422, "runs[2].number"]);
  const [none] = await club.query("SELECT count(*)::int AS n FROM result WHERE race_id = $1", [
    race!.race_id,
  ]);
  expect(none).toEqual({ n: 0 });
  expect(await shown()).toEqual([]);

  const entered = ok(await post("result", { ...final, runs }));
  await expect.poll(shown).toMatchObject(runs);
  ok(await post("settle", { result_version: entered.result_version }));
  ok(await post("runs", { runs: runs.slice(0, 2) }));
  await expect.poll(shown).toMatchObject(runs.slice(0, 2));
});
