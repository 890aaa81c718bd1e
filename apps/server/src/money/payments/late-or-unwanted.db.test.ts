import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PaymentDesk } from "../../test/payment-desk.ts";
import { expireTopUps } from "../top-ups/submit-top-up.ts";

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
beforeEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test("a failure ends the top-up; money that comes all the same is booked", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  ok(await desk.tell("failed", payment));
  expect(await desk.topUpOf(player)).toMatchObject({ status: "rejected", reason: "declined" });
  ok(await desk.tell("succeeded", payment));
  expect(await desk.topUpOf(player)).toMatchObject({ status: "approved", reason: null });
  expect(await desk.cashOf(player)).toBe(5000);
});

test("money that comes after the top-up expired is booked, if the limits allow it by then", async () => {
  const expired = async () => {
    const player = await desk.club.signUp();
    const { payment } = await desk.ask(player);
    await desk.club.asAdmin(
      "UPDATE top_up SET created_at = created_at - interval '2 hours' WHERE player_id = $1",
      [player.id],
    );
    await expireTopUps(desk.club.ctx);
    expect((await desk.topUpOf(player)).status).toBe("expired");
    return { player, payment };
  };
  const one = await expired();
  ok(await desk.tell("succeeded", one.payment));
  expect([await desk.cashOf(one.player), (await desk.topUpOf(one.player)).status]).toEqual([
    5000,
    "approved",
  ]);
  const other = await expired();
  await limit(other.player.token, 100);
  ok(await desk.tell("succeeded", other.payment));
  expect([await desk.cashOf(other.player), (await desk.topUpOf(other.player)).reason]).toEqual([
    0,
    "limit",
  ]);
});

async function limit(token: string, cents: number): Promise<void> {
  const body = { limits: [{ kind: "deposit", period: "day", amount_cents: cents }] };
  ok(await desk.club.call("PUT", "/api/user/limits", { token, body }));
}

test("a limit counts when the payment is asked for, and again when it arrives: then it goes back", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  await limit(player.token, 4000);
  expect((await desk.create(player)).body.code).toBe("limit.deposit");
  desk.provider.choose(payment, "debit");
  ok(await desk.tell("succeeded", payment));
  expect(await desk.topUpOf(player)).toMatchObject({ status: "rejected", reason: "limit" });
  expect([await desk.stateOf(id), payment.state]).toEqual(["returning", "succeeded"]);
  await desk.watch();
  expect([await desk.stateOf(id), payment.state]).toEqual(["returned", "refunded"]);
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.arrivalsOf(payment)]).toEqual([0, []]);
});

test("who is excluded by the time the money comes has it sent back", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  ok(
    await desk.club.call("POST", "/api/user/time-out", { token: player.token, body: { days: 7 } }),
  );
  desk.provider.choose(payment, "debit");
  ok(await desk.tell("succeeded", payment));
  await desk.watch();
  expect([await desk.stateOf(id), payment.state, await desk.balanceOf("chargebacks")]).toEqual([
    "returned",
    "refunded",
    0,
  ]);
});

test("a credit card is refused and sent back, unless the club's setting accepts it", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  desk.provider.choose(payment, "credit");
  ok(await desk.tell("succeeded", payment));
  expect(await desk.topUpOf(player)).toMatchObject({ status: "rejected", reason: "credit" });
  await desk.watch();
  expect([await desk.stateOf(id), payment.state, await desk.cashOf(player)]).toEqual([
    "returned",
    "refunded",
    0,
  ]);
  await desk.club.query(
    `INSERT INTO setting (name, version, value) VALUES ('payments', 1, '{"credit":"accept"}')`,
  );
  const again = await desk.ask(player);
  desk.provider.choose(again.payment, "credit");
  ok(await desk.tell("succeeded", again.payment));
  expect(await desk.cashOf(player)).toBe(5000);
  await desk.club.asAdmin("DELETE FROM setting WHERE name = 'payments'");
});
