import { afterAll, beforeAll, expect, test } from "vitest";
import { type AllUps, allUpForm, leg, startAllUps, states } from "../../test/all-up.ts";
import { placeOrder, richPlayer } from "../../test/card-desk.ts";
import { type Answer, ok, type TestClub, type TestPlayer } from "../../test/club.ts";
import { askSport, legOn, makeMatch } from "../../test/sport-desk.ts";

/* A club may say that accounts that are an operator's own do not bet (promise G16). */

let allUps: AllUps;
let club: TestClub;
let token: string;

beforeAll(async () => {
  allUps = await startAllUps();
  ({ club } = allUps);
  ({ token } = await club.operator());
});
afterAll(async () => await allUps.close());

async function barStaff(staff_barred: boolean): Promise<void> {
  const { list } = (await club.call("GET", "/api/operator/club-settings", { token })).body;
  const { version } = list.find((each: { group: string }) => each.group === "bets");
  const path = "/api/operator/club-settings/bets";
  ok(await club.call("PUT", path, { token, body: { version, values: { staff_barred } } }));
}

async function change(operatorId: string, act: string, more: object = {}): Promise<void> {
  const body = { reason: "plays here too", ...more };
  ok(await club.call("POST", `/api/operator/operators/${operatorId}/${act}`, { token, body }));
}

const ofStaff = async (operatorId: string, player: TestPlayer | null): Promise<void> =>
  await change(operatorId, "player", { player_name: player?.name ?? null });

const verdictOf = ({ status, body }: Answer) => (status === 200 ? "ok" : [status, body.code]);
const REFUSED = [403, "bet.staff"];

test("neither races, several of them, nor sports take a bet of an operator's own account", async () => {
  const [a = "", b = ""] = await allUps.open(2);
  const match = await makeMatch(club);
  const [staff, other] = [await richPlayer(club), await richPlayer(club)];
  const { id } = await club.newOperator("support");
  await ofStaff(id, staff);

  const bets = async (player: TestPlayer) => {
    const legs = [leg(a, "WIN", 3), leg(b, "WIN", 4)];
    return [
      await placeOrder(club, player, { race_id: a, bet_type: 1, horse: [1] }),
      await placeOrder(club, player, {
        race_id: a,
        race_id2: b,
        bet_type: 10,
        horse: [1],
        horse2: [2],
      }),
      await placeOrder(club, player, allUpForm(legs)),
      await askSport(club, player, { legs: [legOn(match, "home")], unit_stake_cents: 100 }),
    ].map(verdictOf);
  };
  const one = async (player: TestPlayer) =>
    verdictOf(
      await placeOrder(club, player, {
        race_id: b,
        bet_type: 1,
        horse: [5],
        confirm_same: true,
      }),
    );

  expect(await bets(staff)).toEqual(["ok", "ok", "ok", "ok"]);
  await barStaff(true);
  expect(await bets(staff)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED]);
  expect(await bets(other)).toEqual(["ok", "ok", "ok", "ok"]);
  const [may] = await club.query("SELECT verdict FROM player_may_bet($1, 100, club_now_ms())", [
    staff.id,
  ]);
  expect(may?.["verdict"]).toBe("bet.staff");
  // Money is no bet: it comes in, and goes out.
  const topUp = { method: "bank_transfer", amount_cents: 1000 };
  ok(
    await club.call("POST", "/api/recharge/create", {
      token: staff.token,
      body: topUp,
      headers: { "idempotency-key": "money of staff" },
    }),
  );

  // Whoever works here no longer bets again, and so on with every change.
  await change(id, "close");
  expect(await one(staff)).toBe("ok");
  await change(id, "reopen");
  expect(await one(staff)).toEqual(REFUSED);
  await ofStaff(id, other);
  expect([await one(staff), await one(other)]).toEqual(["ok", REFUSED]);
  await ofStaff(id, null);
  expect(await one(other)).toBe("ok");
  await ofStaff(id, other);
  // An account of two operators, of whom one leaves.
  const { id: second } = await club.newOperator("support");
  await ofStaff(second, other);
  await change(second, "close");
  expect(await one(other)).toEqual(REFUSED);
  await barStaff(false);
  expect(await one(other)).toBe("ok");
});

test("an All Up that is open runs on", async () => {
  const [a = "", b = ""] = await allUps.open(2);
  const it = await allUps.placed([leg(a, "WIN", 3), leg(b, "WIN", 4)]);
  const { id } = await club.newOperator("support");
  await ofStaff(id, it.who);
  await barStaff(true);
  await allUps.run(a, [[3], [2], [4]]);
  const order = await allUps.orderOf(it);
  expect(states(order)).toEqual(["won", "accepted"]);
  expect(order.legs[1].stake_cents).toBe(order.legs[0].payout_cents);
  await barStaff(false);
});
