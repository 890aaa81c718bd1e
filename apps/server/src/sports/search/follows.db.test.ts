import type { FollowLine } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { openRaceDay, type TestRace } from "../../test/race-day.ts";

/* Whom a player follows: kept at the club, shown with what they have next. */

let club: TestClub;
let race: TestRace;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub();
  [race] = (await openRaceDay(club, { runners: 4 })) as [TestRace];
  player = await club.signUp();
});
afterAll(async () => await club.close());

const ask = async (method: "GET" | "PUT" | "DELETE", body?: object, who = player) =>
  await club.call(method, "/api/user/follows", { token: who.token, ...(body && { body }) });

const names = (list: unknown): string[] => (list as FollowLine[]).map(({ name }) => name);

const RUNNER = { kind: "runner", scope: "Races", name: "Runner 3" };
const AWAY = { kind: "trainer", scope: "Races", name: "Nobody Here" };

test("one is followed once, with what is next on the card first; another player's list is another", async () => {
  await ask("PUT", AWAY);
  await ask("PUT", RUNNER);
  const { body } = await ask("PUT", { ...RUNNER, name: "RUNNER 3" });
  expect(body.list).toMatchObject([
    {
      ...RUNNER,
      next: { horse: { horse_id: 3 }, race: { race_id: race.race_id, raceNo: 1 } },
    },
    { ...AWAY, next: null },
  ]);
  expect((await ask("GET")).body.list).toEqual(body.list);
  const other = await club.signUp();
  expect((await ask("GET", undefined, other)).body.list).toEqual([]);
});

test("letting one go, however it is written; nobody is let go twice", async () => {
  expect(names((await ask("DELETE", { ...RUNNER, name: "runner 3" })).body.list)).toEqual([
    AWAY.name,
  ]);
  expect(names((await ask("DELETE", RUNNER)).body.list)).toEqual([AWAY.name]);
  expect(names((await ask("DELETE", { ...AWAY, kind: "jockey" })).body.list)).toEqual([AWAY.name]);
});

test("at most 200; who is there already may be followed again", async () => {
  await club.query(
    `INSERT INTO follow (player_id, kind, scope, name)
     SELECT $1, 'team', 'football', 'Team ' || n FROM generate_series(1, 199) n`,
    [player.id],
  );
  const { status, body } = await ask("PUT", RUNNER);
  expect([status, body.code]).toEqual([409, "follow.full"]);
  await ask("DELETE", AWAY);
  expect((await ask("PUT", RUNNER)).status).toBe(200);
  expect((await ask("PUT", RUNNER)).body.list).toHaveLength(200);
});

test.each([
  { kind: "meeting", scope: "Races", name: "Randwick" },
  { kind: "runner", scope: "a b", name: "X" },
  { kind: "runner", scope: "Races", name: "  " },
])("$kind $scope $name cannot be followed", async (one) => {
  const { status, body } = await ask("PUT", one);
  expect([status, body.code]).toEqual([422, "request.invalid"]);
});

test("nobody follows without a session, and a closed account follows nobody", async () => {
  const { status } = await club.call("GET", "/api/user/follows");
  expect(status).toBe(401);
  await club.asAdmin("SELECT erase_player($1, NULL)", [player.id]);
  expect(await club.query("SELECT FROM follow WHERE player_id = $1", [player.id])).toEqual([]);
});
