import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { openRaceDay } from "../../test/race-day.ts";
import type { TestRace } from "../../test/race-day.ts";

/* The desk's lists of bets: a race's and a player's, by state, pool and amount. */

let club: TestClub;
let races: TestRace[];
let ann: TestPlayer;
let ben: TestPlayer;
let token: string;
const bets: Record<string, string> = {};

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  races = await openRaceDay(club, { races: 2, runners: 6 });
  [ann, ben] = [await club.signUp(), await club.signUp()];
  for (const player of [ann, ben]) await club.fund(player, 100_000);
  token = (await club.operator()).token;
  bets["small"] = await bet(ann, 0, { bet_type: 1, horse: [1], betAmount: 2 });
  bets["large"] = await bet(ben, 0, { bet_type: 1, horse: [2], betAmount: 50 });
  bets["both"] = await bet(ann, 0, { bet_type: 9, horse: [3], betAmount: 5 });
  bets["other"] = await bet(ann, 1, { bet_type: 1, horse: [1], betAmount: 7 });
});
afterAll(async () => await club.close());

async function bet(player: TestPlayer, race: number, form: object): Promise<string> {
  const body = { race_id: races[race]?.race_id, ...form };
  return ok(await club.call("POST", "/api/order/place-order", { token: player.token, body }))
    .order_id;
}

const read = async (query: string, by = token): Promise<Answer> =>
  await club.call("GET", `/api/operator/orders?${query}`, { token: by });
/** Which of the bets are listed, in order. */
async function named(query: string): Promise<string[]> {
  const { body, status } = await read(query);
  expect(status, JSON.stringify(body)).toBe(200);
  const names = Object.entries(bets);
  return body.list.map(
    ({ order_id: id }: { order_id: string }) => names.find(([, each]) => each === id)?.[0] ?? id,
  );
}
const ofRace = (at: number): string => `race_id=${races[at]?.race_id}`;
const ofPlayer = (player: TestPlayer): string => `player_id=${player.id}`;

test("a race has its bets with whose they are, a player theirs, newest first, in pages", async () => {
  expect(await named(ofRace(0))).toEqual(["both", "large", "small"]);
  expect(await named(ofRace(1))).toEqual(["other"]);
  expect(await named(ofPlayer(ann))).toEqual(["other", "both", "small"]);
  const { list } = (await read(ofRace(0))).body;
  expect(list[1]).toMatchObject({ user_name: ben.name, player_id: ben.id, cost_cents: 5000 });
  const first = (await read(`${ofRace(0)}&limit=2`)).body;
  expect(first.list).toHaveLength(2);
  expect(await named(`${ofRace(0)}&limit=2&cursor=${first.data.next_cursor}`)).toEqual(["small"]);
});

test("by pool: an Each Way bet stands in both of its own; by amount, both ends included", async () => {
  expect(await named(`${ofRace(0)}&pool=WIN`)).toEqual(["both", "large", "small"]);
  expect(await named(`${ofRace(0)}&pool=PLACE`)).toEqual(["both"]);
  expect(await named(`${ofRace(0)}&pool=TRIFECTA`)).toEqual([]);
  expect(await named(`${ofPlayer(ann)}&pool=PLACE`)).toEqual(["both"]);
  expect(await named(`${ofRace(0)}&least_cents=1000`)).toEqual(["both", "large"]);
  expect(await named(`${ofRace(0)}&least_cents=1000&most_cents=1000`)).toEqual(["both"]);
  expect(await named(`${ofPlayer(ann)}&most_cents=699`)).toEqual(["small"]);
});

test("by state: one that was cancelled is no open one any more", async () => {
  const body = { reason: "a mistake" };
  ok(await club.call("POST", `/api/operator/orders/${bets["other"]}/void`, { token, body }));
  expect(await named(`${ofPlayer(ann)}&status=void`)).toEqual(["other"]);
  expect(await named(`${ofPlayer(ann)}&status=accepted`)).toEqual(["both", "small"]);
  expect(await named(`${ofRace(1)}&status=accepted`)).toEqual([]);
  expect(await named(`${ofRace(1)}&status=void`)).toEqual(["other"]);
});

test("a race's double stands in both of its races", async () => {
  const form = { bet_type: 10, horse: [1], horse2: [2], betAmount: 4 };
  const body = { race_id: races[0]?.race_id, race_id2: races[1]?.race_id, ...form };
  const answer = await club.call("POST", "/api/order/place-order", { token: ben.token, body });
  bets["double"] = ok(answer).order_id;
  expect(await named(`${ofRace(0)}&pool=DOUBLE_WIN`)).toEqual(["double"]);
  expect(await named(`${ofRace(1)}&pool=DOUBLE_WIN`)).toEqual(["double"]);
});

test.each([
  ["neither race nor player", () => ""],
  ["both of them", () => `${ofRace(0)}&${ofPlayer(ann)}`],
  ["an unknown state", () => `${ofRace(0)}&status=hot`],
  ["an unknown pool", () => `${ofRace(0)}&pool=ALL`],
  ["no amount", () => `${ofRace(0)}&least_cents=x`],
  ["a cursor that is none", () => `${ofRace(0)}&cursor=x`],
])("refused: %s", async (_what, query) => {
  expect((await read(query())).body.code).toBe("request.invalid");
});

test("reading them is in the log", async () => {
  const support = await club.newOperator("support");
  expect((await read(ofPlayer(ann), support.token)).status).toBe(200);
  const log = await club.call("GET", `/api/operator/audit?operator_id=${support.id}&kind=read`, {
    token,
  });
  expect(log.body.list).toMatchObject([{ action: "bets.read", target: ann.id }]);
});
