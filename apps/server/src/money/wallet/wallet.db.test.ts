import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_EXCHANGE_RATE: "4.72", CLUB_SECOND_CURRENCY: "HKD" } });
});
afterAll(async () => await club.close());

test("a new player has nothing, a topped-up one what was approved", async () => {
  const player = await club.signUp();
  expect(ok(await club.call("GET", "/api/user/balance", player))).toBe(0);
  await club.fund(player, 128_450);
  expect(ok(await club.call("GET", "/api/user/balance", player))).toBe(1284.5);
  expect(ok(await club.call("GET", "/api/user/wallet", player))).toEqual({
    cash_cents: 128_450,
    held_cents: 0,
    bonus_cents: 0,
    currency: "AUD",
  });
});

test("the wallet is the player's alone", async () => {
  expect((await club.call("GET", "/api/user/wallet")).status).toBe(401);
  const { token } = await club.operator();
  expect((await club.call("GET", "/api/user/balance", { token })).status).toBe(401);
});

test("the rate stands in data and beside it, for everybody", async () => {
  const { body } = await club.call("GET", "/api/taxrate/tax-rate");
  expect(body).toMatchObject({
    status: 200,
    rate: 4.72,
    data: { rate: 4.72, from_currency: "AUD", to_currency: "HKD" },
  });
});
