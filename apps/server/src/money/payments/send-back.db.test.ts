import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok, PASSWORD } from "../../test/club.ts";
import { PaymentDesk } from "../../test/payment-desk.ts";

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
beforeEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test("the desk refunds a payment from cash, once; no case opens", async () => {
  const { player, id, payment } = await desk.paid();
  ok(await desk.refund(id));
  expect((await desk.refund(id)).body.code).toBe("payment.state");
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunding"]);
  desk.provider.http.failNext({ kind: "cut_after_work" });
  await desk.watch();
  await desk.watch();
  expect([payment.refundedCents, await desk.stateOf(id)]).toEqual([5000, "refunded"]);
  ok(await desk.tell("refunded", payment));
  expect([await desk.arrivalsOf(payment), await desk.cashOf(player)]).toEqual([[], 0]);
  const poor = await desk.paid();
  await desk.spend(poor.player, 1);
  expect((await desk.refund(poor.id)).body.code).toBe("funds.insufficient");
});

test("a refund that the provider will not make gives the player his money again: his account is open so long", async () => {
  const { player, id } = await desk.paid();
  const close = async () =>
    await desk.club.call("POST", "/api/user/close", {
      token: player.token,
      body: { password: PASSWORD, confirm: true },
    });
  desk.provider.http.failAlways({ kind: "status", status: 422 });
  ok(await desk.refund(id));
  expect(await desk.cashOf(player)).toBe(0);
  expect((await close()).body.code).toBe("account.not_empty");
  await desk.watch();
  desk.provider.http.failAlways(null);
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  const { token } = await desk.club.operator();
  const { body } = await desk.club.call("GET", "/api/operator/payments?state=paid", { token });
  expect(body.list.find((each: { topup_id: string }) => each.topup_id === id)).toMatchObject({
    return_state: "refused",
    return_said: '{"error":"the double fails"}',
  });
  ok(await desk.refund(id));
  await desk.watch();
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
  ok(await close());
});

test("a repeat that is refused went through before, if the provider says so", async () => {
  const [went, stayed] = [await desk.paid(), await desk.paid()];
  for (const { id } of [went, stayed]) ok(await desk.refund(id));
  desk.provider.http.failNext({ kind: "cut_after_work" }, { kind: "status", status: 503 });
  await desk.watchOnly(went.id, { isAsked: false });
  await desk.watchOnly(stayed.id, { isAsked: false });
  const states = async () => await Promise.all([went, stayed].map(({ id }) => desk.stateOf(id)));
  expect(await states()).toEqual(["refunding", "refunding"]);
  // The key is in use: nothing is known by that.
  for (const fault of [409, 422]) {
    for (const { id } of [went, stayed]) {
      desk.provider.http.failNext({ kind: "status", status: fault });
      await desk.watchOnly(id, { isAsked: false });
    }
    if (fault === 409) expect(await states()).toEqual(["refunding", "refunding"]);
  }
  expect(await states()).toEqual(["refunded", "paid"]);
  expect([await desk.cashOf(went.player), await desk.cashOf(stayed.player)]).toEqual([0, 5000]);
  ok(await desk.tell("refunded", went.payment));
  expect(await desk.arrivalsOf(went.payment)).toEqual([]);
});

test("a provider that cannot say whether an earlier try went through is asked again", async () => {
  const { player, id } = await desk.paid();
  ok(await desk.refund(id));
  desk.provider.http.failNext({ kind: "cut_after_work" });
  await desk.watchOnly(id, { isAsked: false });
  desk.provider.http.failNext({ kind: "status", status: 422 }, { kind: "status", status: 500 });
  await desk.watchOnly(id, { isAsked: false });
  expect(await desk.stateOf(id)).toBe("refunding");
  await desk.watchOnly(id, { isAsked: false });
  expect([await desk.stateOf(id), await desk.cashOf(player)]).toEqual(["refunded", 0]);
});

test("a refund that the provider took and could not make: the desk gives the player his money back, once", async () => {
  const { player, id, payment } = await desk.paid();
  for (let n = 0; n < 2; n += 1) {
    ok(await desk.refund(id));
    await desk.watchOnly(id, { isAsked: false });
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
    desk.provider.failRefund(payment, 5000);
    const notice = desk.provider.notice("refund_failed", payment);
    for (let again = 0; again < 2; again += 1) ok(await desk.send(notice));
    const arrival = await desk.openCase(payment, "refund_failed");
    const { token } = await desk.club.operator();
    const path = "/api/operator/payments/arrivals?state=open";
    const { list } = (await desk.club.call("GET", path, { token })).body;
    expect(list[0]).toMatchObject({
      arrival_id: arrival,
      outcome: "refund_failed",
      acts: ["book", "dismiss"],
    });
    expect(await desk.cashOf(player)).toBe(0);
    ok(await desk.decide(arrival, "book"));
    expect((await desk.decide(arrival, "book")).body.code).toBe("payment.state");
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  }
});

test("a refund that fails while it is under way is refused, like one that the provider will not take", async () => {
  const { player, id, payment } = await desk.paid();
  ok(await desk.refund(id));
  ok(await desk.tell("refund_failed", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  await desk.watchOnly(id, { isAsked: false });
  expect([await desk.arrivalsOf(payment), payment.refundedCents]).toEqual([[], 0]);
  // Nothing is gone: a refund that failed elsewhere is no news.
  ok(await desk.tell("refund_failed", payment));
  expect(await desk.arrivalsOf(payment)).toEqual([]);
});

test("money that was not wanted and did not go back: under way the desk takes it up, after that it is sent again", async () => {
  const unwanted = async () => {
    const player = await desk.club.signUp();
    const { id, payment } = await desk.ask(player);
    desk.provider.choose(payment, "credit");
    ok(await desk.tell("succeeded", payment));
    return { id, payment, player };
  };
  const one = await unwanted();
  ok(await desk.tell("refund_failed", one.payment));
  const { token } = await desk.club.operator();
  const path = `/api/operator/topups/${one.id}/return`;
  const body = { act: "again", reason: "the card is open again" };
  ok(await desk.club.call("POST", path, { token, body }));
  await desk.watchOnly(one.id, { isAsked: false });
  expect([await desk.stateOf(one.id), one.payment.refundedCents]).toEqual(["returned", 5000]);
  const two = await unwanted();
  await desk.watchOnly(two.id, { isAsked: false });
  for (let n = 0; n < 2; n += 1) {
    expect([await desk.stateOf(two.id), two.payment.refundedCents]).toEqual(["returned", 5000]);
    desk.provider.failRefund(two.payment, 5000);
    ok(await desk.tell("refund_failed", two.payment));
    // The second time it is the same arrival that is open again.
    const arrival = await desk.openCase(two.payment, "refund_failed");
    expect((await desk.decide(arrival, "book")).body.code).toBe("payment.state");
    ok(await desk.decide(arrival, "return"));
    await desk.watch();
  }
  expect(await desk.arrivalsOf(two.payment)).toMatchObject([{ state: "returned" }]);
  expect(await desk.cashOf(two.player)).toBe(0);
});

test("a return that the provider refused is asked for again, or went back by another way", async () => {
  const refusedReturn = async () => {
    const player = await desk.club.signUp();
    const { id, payment } = await desk.ask(player);
    desk.provider.choose(payment, "credit");
    ok(await desk.tell("succeeded", payment));
    desk.provider.http.failAlways({ kind: "status", status: 422 });
    await desk.watchOnly(id, { isAsked: false });
    desk.provider.http.failAlways(null);
    return { id, payment, player };
  };
  const { token } = await desk.club.operator("cashier");
  const act = async (id: string, what: string) =>
    await desk.club.call("POST", `/api/operator/topups/${id}/return`, {
      token,
      body: { act: what, reason: "the bank's paper of 3 May" },
    });
  const one = await refusedReturn();
  expect(await desk.stateOf(one.id)).toBe("returning");
  ok(await act(one.id, "again"));
  expect((await act(one.id, "again")).body.code).toBe("payment.state");
  await desk.watchOnly(one.id, { isAsked: false });
  expect([await desk.stateOf(one.id), one.payment.refundedCents]).toEqual(["returned", 5000]);
  const two = await refusedReturn();
  ok(await act(two.id, "sent"));
  expect([await desk.stateOf(two.id), two.payment.refundedCents]).toEqual(["returned", 0]);
  expect(await desk.cashOf(two.player)).toBe(0);
});
