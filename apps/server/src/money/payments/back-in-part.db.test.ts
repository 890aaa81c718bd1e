import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PaymentDesk } from "../../test/payment-desk.ts";
import { compareDay } from "./compare-days.ts";

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
beforeEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test.each(["refunded", "disputed"] as const)(
  "a payment that is %s in part gives that part: from cash, the rest from chargebacks, with a case of its own",
  async (type) => {
    const { player, id, payment } = await desk.paid();
    await desk.spend(player, 4500);
    const before = await desk.balanceOf("chargebacks");
    const tell = async (backCents: number) => ok(await desk.tell(type, payment, { backCents }));
    const now = async () => [
      await desk.cashOf(player),
      (await desk.balanceOf("chargebacks")) - before,
      await desk.stateOf(id),
    ];
    for (let n = 0; n < 2; n += 1) await tell(2000);
    expect(await now()).toEqual([0, -1500, "paid"]);
    expect(await desk.arrivalsOf(payment)).toMatchObject([
      { why: type, amount_cents: 2000n, taken_cents: 500n, missing_cents: 1500n, state: "open" },
    ]);
    await desk.addAccount(player);
    await desk.club.fund(player, 600);
    expect((await desk.withdraw(player, 500)).body.code).toBe("withdrawal.frozen");
    // The provider says what it comes to by now: only what is new of it is taken.
    await tell(2600);
    expect(await now()).toEqual([0, -1500, "paid"]);
    // Less than before is looked at, and all of it takes the rest.
    await tell(1000);
    expect((await desk.arrivalsOf(payment)).map(({ why }) => why)).toEqual([type, type, "over"]);
    expect((await desk.topUpOf(player)).status).toBe("approved");
    await tell(5000);
    expect(await now()).toEqual([0, -3900, type]);
    const cases = await desk.arrivalsOf(payment);
    expect(cases.map((row) => row["taken_cents"] + row["missing_cents"])).toEqual([
      2000n,
      600n,
      0n,
      2400n,
    ]);
    for (const { id: arrival } of cases) ok(await desk.decide(arrival, "dismiss"));
    await desk.club.fund(player, 600);
    ok(await desk.withdraw(player, 500));
  },
);

test("what went back in part is not sent back again, nor disputed twice", async () => {
  const { player, id, payment } = await desk.paid();
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  desk.provider.refund(payment, 2000);
  const { token } = await desk.club.operator();
  const { list } = (await desk.club.call("GET", "/api/operator/payments?state=paid", { token }))
    .body;
  expect(list[0]).toMatchObject({ topup_id: id, amount_cents: 5000, left_cents: 3000 });
  ok(await desk.refund(id));
  expect(await desk.cashOf(player)).toBe(0);
  await desk.watchOnly(id, { isAsked: false });
  expect([payment.refundedCents, await desk.stateOf(id)]).toEqual([5000, "refunded"]);
  const other = await desk.paid();
  const chargebacks = await desk.balanceOf("chargebacks");
  ok(await desk.tell("refunded", other.payment, { backCents: 2000 }));
  ok(await desk.tell("disputed", other.payment, { backCents: 4000 }));
  expect([await desk.cashOf(other.player), await desk.stateOf(other.id)]).toEqual([0, "disputed"]);
  expect(await desk.balanceOf("chargebacks")).toBe(chargebacks);
});

test("a part that is told before the money is looked at by the desk, which books it", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  ok(await desk.tell("succeeded", payment));
  expect(await desk.cashOf(player)).toBe(5000);
  const [arrival] = await desk.arrivalsOf(payment);
  expect(arrival).toMatchObject({ why: "amount", outcome: "refunded", amount_cents: 2000n });
  ok(await desk.decide(arrival?.["id"], "book"));
  expect((await desk.decide(arrival?.["id"], "book")).body.code).toBe("payment.state");
  expect(await desk.cashOf(player)).toBe(3000);
});

test("money of which a part went back before the club heard of it is booked, and the part taken", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  desk.provider.choose(payment, "debit");
  desk.provider.refund(payment, 3000);
  await desk.watchOnly(id);
  expect([await desk.stateOf(id), await desk.cashOf(player)]).toEqual(["paid", 2000]);
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  await compareDay(desk.club.ctx, "standard", day);
  expect([await desk.stateOf(id), await desk.cashOf(player)]).toEqual(["paid", 2000]);
  expect(await desk.arrivalsOf(payment)).toMatchObject([{ why: "refunded", taken_cents: 3000n }]);
  ok(await desk.tell("refunded", payment, { backCents: 3000 }));
  expect(await desk.cashOf(player)).toBe(2000);
});

test("a part that the desk booked counts: told again it takes nothing, and all of it no more than the rest", async () => {
  const booked = async () => {
    const player = await desk.club.signUp();
    const { id, payment } = await desk.ask(player);
    desk.provider.choose(payment, "debit");
    ok(await desk.tell("refunded", payment, { backCents: 2000 }));
    ok(await desk.tell("succeeded", payment));
    const [arrival] = await desk.arrivalsOf(payment);
    ok(await desk.decide(arrival?.["id"], "book"));
    ok(await desk.tell("refunded", payment, { backCents: 2000 }));
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([3000, "paid"]);
    return { player, id, payment };
  };
  const one = await booked();
  ok(await desk.tell("refunded", one.payment, { backCents: 4000 }));
  expect(await desk.cashOf(one.player)).toBe(1000);
  const two = await booked();
  ok(await desk.tell("refunded", two.payment));
  expect([await desk.cashOf(two.player), await desk.stateOf(two.id)]).toEqual([0, "refunded"]);
  const three = await booked();
  const { token } = await desk.club.operator();
  const { list } = (await desk.club.call("GET", "/api/operator/payments?state=paid", { token }))
    .body;
  expect(list.find((each: { topup_id: string }) => each.topup_id === three.id).left_cents).toBe(
    3000,
  );
  ok(await desk.refund(three.id));
  expect(await desk.cashOf(three.player)).toBe(0);
});

test("a part that waits in Arrivals is closed by the notice that takes it; of money that is not booked it takes nothing", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  const [early] = await desk.arrivalsOf(payment);
  expect((await desk.decide(early?.["id"], "book")).body.code).toBe("payment.state");
  ok(await desk.tell("succeeded", payment));
  ok(await desk.tell("refunded", payment, { backCents: 2500 }));
  expect(await desk.cashOf(player)).toBe(2500);
  const [closed, taken] = await desk.arrivalsOf(payment);
  expect([closed?.["state"], closed?.["decided_by"], taken?.["why"]]).toEqual([
    "dismissed",
    null,
    "refunded",
  ]);
});

test("two equal refunds that say nothing of the other are two, one told again is one; the desk books each", async () => {
  const { player, id, payment } = await desk.paid();
  for (const eventId of ["one", "two", "one"]) {
    const change = { amountCents: 2000, eventId: `${eventId} ${payment.id}` };
    ok(await desk.tell("refunded", payment, change));
  }
  const arrivals = await desk.arrivalsOf(payment);
  expect(arrivals.map(({ why }) => why)).toEqual(["amount", "amount"]);
  for (const row of arrivals) ok(await desk.decide(row["id"], "book"));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([1000, "paid"]);
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
});
