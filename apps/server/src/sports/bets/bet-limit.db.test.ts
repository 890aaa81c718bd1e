import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { askSport, legOn, makeMatch, placeSport } from "../../test/sport-desk.ts";

/* What one bet may cost is the club's to set, on races and on sports. */

let club: TestClub;
let player: TestPlayer;
let raceId: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  [raceId = ""] = await openRaces(club, { runners: [8] });
});
afterAll(async () => await club.close());

async function setMost(most_cents: number): Promise<void> {
  const { token } = await club.operator();
  const { list } = (await club.call("GET", "/api/operator/club-settings", { token })).body;
  const { version } = list.find((each: { group: string }) => each.group === "bets");
  const path = "/api/operator/club-settings/bets";
  ok(await club.call("PUT", path, { token, body: { version, values: { most_cents } } }));
}

const onRace = async (betAmount: number) =>
  await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [1], betAmount });

test("a bet on a race costs at most what the club says, and is answered again whatever it says since", async () => {
  const key = { "idempotency-key": "before the change" };
  const form = { race_id: raceId, bet_type: 1, horse: [2], betAmount: 60 };
  const ask = async () =>
    await club.call("POST", "/api/order/place-order", {
      token: player.token,
      body: form,
      headers: key,
    });
  const first = ok(await ask());
  await setMost(5000);
  await expect.poll(async () => (await onRace(50.01)).body.code).toBe("bet.over_limit");
  expect((await onRace(50.01)).body.params).toMatchObject({ maxCostCents: 5000 });
  ok(await onRace(50));
  expect(ok(await ask()).order_id).toBe(first.order_id);
});

test("so does one on sports", async () => {
  await setMost(100_000_000);
  const match = await makeMatch(club);
  const slip = { legs: [legOn(match, "home")], unit_stake_cents: 6000, key: "on sports" };
  await expect.poll(async () => (await onRace(50.01)).status).toBe(200);
  const first = await placeSport(club, player, slip);
  await setMost(5000);
  const dear = { legs: [legOn(match, "away")], unit_stake_cents: 5001 };
  await expect
    .poll(async () => (await askSport(club, player, dear)).body.code)
    .toBe("bet.over_limit");
  expect((await placeSport(club, player, slip)).order_id).toBe(first.order_id);
});
