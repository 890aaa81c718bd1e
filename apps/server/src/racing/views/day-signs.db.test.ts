import type { DaySigns } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";

/* What is odd about the day, for the run sheet. */
/** The list may be a second old. */

let club: TestClub;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

async function signs(): Promise<DaySigns> {
  return ok(await club.call("GET", "/api/operator/signs", await club.operator()));
}

const found = async (raceId: string): Promise<string[]> =>
  (await signs()).signs
    .filter(({ race_id }) => race_id === raceId)
    .map(({ kind, pool }) => `${kind} ${pool}`);

test("one player over half a pool is a sign, exactly half is none, small pools are none", async () => {
  const [raceId] = (await openRaces(club, { runners: [8], startsInMinutes: 20 })) as [string];
  const [late] = (await openRaces(club, { runners: [8], startsInMinutes: 90 })) as [string];
  const [one, other] = [await richPlayer(club), await richPlayer(club)];
  const bet = async (who: typeof one, betAmount: number, race = raceId, bet_type = 1) =>
    ok(await placeOrder(club, who, { race_id: race, bet_type, horse: [1], betAmount }));
  await bet(one, 60);
  await bet(other, 60);
  await bet(one, 50, raceId, 2);
  await bet(one, 500, late);
  await expect.poll(async () => await found(raceId)).toEqual([]);
  await bet(one, 1);
  await expect.poll(async () => await found(raceId)).toEqual(["one_player WIN"]);
  const sign = (await signs()).signs.find(({ race_id }) => race_id === raceId);
  expect(sign).toMatchObject({ cents: 6100, gross_cents: 12_100, player_id: one.id });
  // An Each Way counts in both of its pools.
  const eachWay = { race_id: raceId, bet_type: 9, horse: [2], betAmount: 1, betAmount2: 60 };
  ok(await placeOrder(club, one, eachWay));
  await expect
    .poll(async () => await found(raceId))
    .toEqual(expect.arrayContaining(["one_player PLACE", "one_player WIN"]));
  expect(await found(late)).toEqual([]);
});

test("a pool that grows by a quarter within a minute jumps", async () => {
  const [raceId] = (await openRaces(club, { runners: [8], startsInMinutes: 20 })) as [string];
  const players = await Promise.all(Array.from({ length: 4 }, async () => await richPlayer(club)));
  for (const [n, who] of players.entries()) {
    ok(
      await placeOrder(club, who, { race_id: raceId, bet_type: 1, horse: [n + 1], betAmount: 300 }),
    );
  }
  // All of it came this minute: a pool that has just begun does not count as a jump.
  await expect.poll(async () => await found(raceId)).toEqual([]);
  await club.asAdmin(
    `ALTER TABLE bet DISABLE TRIGGER bet_append_only;
     UPDATE bet SET accepted_at = accepted_at - interval '5 minutes' WHERE race_id = '${raceId}';
     ALTER TABLE bet ENABLE TRIGGER bet_append_only`,
  );
  const [first] = players;
  const more = { race_id: raceId, bet_type: 1, horse: [1], betAmount: 310 };
  ok(await placeOrder(club, first!, more));
  await expect.poll(async () => await found(raceId)).toEqual(["pool_jump WIN"]);
});

test("refused bets are counted by reason, with the time that bets take", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const poor = await club.signUp();
  for (let n = 0; n < 3; n += 1) {
    const answer = await placeOrder(club, poor, { race_id: raceId, bet_type: 1, horse: [1] });
    expect(answer.body.code).toBe("funds.insufficient");
  }
  const seen = await signs();
  expect(seen.refused).toContainEqual({ code: "funds.insufficient", count: 3 });
  expect(seen.intake_p99_ms).toBeGreaterThan(0);
});
