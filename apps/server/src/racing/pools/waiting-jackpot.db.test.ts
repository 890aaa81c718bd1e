import { afterAll, beforeAll, expect, test } from "vitest";
import { act, clubCard, importCard, openRaces } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import { layOut, openMulti } from "../../test/multi-race.ts";
import { readJackpots, setJackpots } from "../../test/vector-race.ts";
import { readPoolMoney } from "./pool-money.ts";

/* A waiting jackpot is shown with the next pool that will take it, and with that alone. */

let club: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

const shown = async (poolIds: readonly string[]): Promise<number[]> => {
  const money = await Promise.all(
    poolIds.map(async (id) => await readPoolMoney(club.ctx.db.jobs, id)),
  );
  return money.map(({ jackpotInCents }) => Number(jackpotInCents));
};

test("the next race has it once the pool of the first was given back before its close", async () => {
  const raceIds = await openRaces(club, { runners: [8, 8] });
  const rows = await club.query(
    "SELECT p.id FROM pool p JOIN race r ON r.id = p.race_id WHERE p.code = 'TRIFECTA' AND r.id = ANY ($1) ORDER BY r.number",
    [raceIds],
  );
  const poolIds = rows.map((row) => String(row["id"]));
  await setJackpots(club, { TRIFECTA: 1_000 });
  expect(await shown(poolIds)).toEqual([1_000, 0]);
  const { token } = await club.operator();
  const body = { reason: "wrong field shown" };
  ok(await club.call("POST", `/api/operator/pools/${poolIds[0]}/refund`, { token, body }));
  expect(await shown(poolIds)).toEqual([0, 1_000]);
});

test("a pool that took it at its close and is refunded hands it on, and shows none", async () => {
  const raceIds = await openRaces(club, { runners: [8] });
  const [first = ""] = raceIds;
  const [pool] = await club.query("SELECT id FROM pool WHERE code = 'FIRST4' AND race_id = $1", [
    first,
  ]);
  const poolIds = [String(pool?.["id"])];
  await setJackpots(club, { FIRST4: 1_000 });
  ok(await act(club, first, "close"));
  expect(await shown(poolIds)).toEqual([1_000]);
  const { token } = await club.operator();
  const body = { reason: "wrong field shown" };
  ok(await club.call("POST", `/api/operator/pools/${poolIds[0]}/refund`, { token, body }));
  await expect.poll(async () => await shown(poolIds)).toEqual([0]);
  expect((await readJackpots(club))["FIRST4"]).toBe(1_000);
  const board = ok(await club.call("GET", `/api/races/${first}/board?pool=FIRST4`));
  expect([board.gross_cents, board.net_cents]).toEqual([0, 0]);
});

test("a pool whose first race is still a draft at its start does not keep it from the next", async () => {
  const fields = [4, 4, 4];
  const { event_id } = ok(await importCard(club, clubCard({ runners: fields })));
  const never = await layOut(club, event_id, [{ code: "TREBLE", name: "Never", races: [1, 2, 3] }]);
  ok(never);
  const [laid] = never.body.list as { multi_pool_id: string }[];
  const next = await openMulti(club, { code: "TREBLE", fields });
  await setJackpots(club, { TREBLE: 1_000 });
  const poolIds = [laid!.multi_pool_id, next.poolId];
  expect(await shown(poolIds)).toEqual([1_000, 0]);
  await club.query(
    "UPDATE race SET start_time = start_time - interval '1 day' WHERE meeting_id = $1",
    [event_id],
  );
  expect(await shown(poolIds)).toEqual([0, 1_000]);
});
