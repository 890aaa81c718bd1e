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
  "a payment that is %s is taken from cash, the rest from chargebacks; withdrawals freeze until the case is closed",
  async (type) => {
    const { player, id, payment } = await desk.paid();
    await desk.addAccount(player);
    const asked = ok(await desk.withdraw(player, 1000));
    await desk.spend(player, 1500);
    const before = await desk.balanceOf("chargebacks");
    ok(await desk.tell(type, payment));
    ok(await desk.tell(type, payment));
    expect([await desk.cashOf(player), (await desk.balanceOf("chargebacks")) - before]).toEqual([
      0, -2500,
    ]);
    expect(await desk.stateOf(id)).toBe(type);
    const [arrival] = await desk.arrivalsOf(payment);
    expect(arrival).toMatchObject({
      why: type,
      taken_cents: 2500n,
      missing_cents: 2500n,
      player_id: player.id,
      state: "open",
    });
    await desk.club.fund(player, 2000);
    expect((await desk.withdraw(player, 500)).body.code).toBe("withdrawal.frozen");
    const { token } = await desk.club.operator();
    const approve = `/api/operator/withdrawals/${asked.withdrawal_id}/approve`;
    expect((await desk.club.call("POST", approve, { token })).body.code).toBe("withdrawal.frozen");
    // The database says the same.
    await expect(
      desk.club.query("UPDATE withdrawal SET status = 'approved' WHERE id = $1", [
        asked.withdrawal_id,
      ]),
    ).rejects.toThrow("waits for the case of a payment");
    expect((await desk.decide(arrival?.["id"], "book")).body.code).toBe("payment.state");
    ok(await desk.decide(arrival?.["id"], "dismiss"));
    ok(await desk.withdraw(player, 500));
    ok(await desk.club.call("POST", approve, { token }));
  },
);

test("a refund or a dispute that comes before the payment's own notice leaves nothing booked", async () => {
  for (const type of ["refunded", "disputed"] as const) {
    const player = await desk.club.signUp();
    const { id, payment } = await desk.ask(player);
    const chargebacks = await desk.balanceOf("chargebacks");
    ok(await desk.tell(type, payment));
    ok(await desk.tell("succeeded", payment));
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, type]);
    expect((await desk.topUpOf(player)).status).toBe("rejected");
    expect(await desk.balanceOf("chargebacks")).toBe(chargebacks);
    expect((await desk.arrivalsOf(payment)).map(({ why }) => why)).toEqual([type]);
  }
});

test("a dispute that is won gives the player and chargebacks back what it took, once", async () => {
  const { player, payment } = await desk.paid();
  await desk.spend(player, 1500);
  const chargebacks = await desk.balanceOf("chargebacks");
  ok(await desk.tell("disputed", payment));
  expect([await desk.cashOf(player), (await desk.balanceOf("chargebacks")) - chargebacks]).toEqual([
    0, -1500,
  ]);
  const [arrival] = await desk.arrivalsOf(payment);
  ok(await desk.decide(arrival?.["id"], "won"));
  expect((await desk.decide(arrival?.["id"], "won")).body.code).toBe("payment.state");
  expect([await desk.cashOf(player), (await desk.balanceOf("chargebacks")) - chargebacks]).toEqual([
    3500, 0,
  ]);
  const [after] = await desk.arrivalsOf(payment);
  expect(after).toMatchObject({ state: "booked" });
  // A refund was taken for good: it is no dispute.
  const other = await desk.paid();
  ok(await desk.tell("refunded", other.payment));
  const [refund] = await desk.arrivalsOf(other.payment);
  expect((await desk.decide(refund?.["id"], "won")).body.code).toBe("payment.state");
});

test("a dispute after one that was won takes the money again, once; the same event takes nothing", async () => {
  const { player, id, payment } = await desk.paid();
  const now = async () => [await desk.cashOf(player), await desk.stateOf(id)];
  for (let n = 0; n < 3; n += 1) {
    const notice = desk.provider.notice("disputed", payment);
    ok(await desk.send(notice));
    expect(await now()).toEqual([0, "disputed"]);
    ok(await desk.decide(await desk.openCase(payment), "won"));
    expect(await now()).toEqual([5000, "paid"]);
    ok(await desk.send(notice));
    expect(await now()).toEqual([5000, "paid"]);
  }
  // What the club asks for may say the old dispute still.
  payment.state = "disputed";
  await compareDay(desk.club.ctx, "standard", new Date().toISOString().slice(0, 10));
  expect(await now()).toEqual([5000, "paid"]);
  ok(await desk.refund(id));
  expect(await now()).toEqual([0, "refunding"]);
});

test("a part that was won is not gone: all of it can go back, and be disputed anew", async () => {
  const { player, id, payment } = await desk.paid();
  for (let n = 0; n < 2; n += 1) {
    ok(await desk.tell("disputed", payment, { backCents: 2000 }));
    expect(await desk.cashOf(player)).toBe(3000);
    ok(await desk.decide(await desk.openCase(payment), "won"));
    expect(await desk.cashOf(player)).toBe(5000);
  }
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
});

test("a dispute that is told before the money and won: nothing was taken, and the money is asked for again", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  ok(await desk.tell("disputed", payment));
  ok(await desk.tell("succeeded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "disputed"]);
  const entries = "SELECT count(*)::integer AS n FROM entry WHERE cause LIKE 'arrival:%'";
  const [before] = await desk.club.query(entries);
  ok(await desk.decide(await desk.openCase(payment), "won"));
  expect(await desk.club.query(entries)).toEqual([before]);
  expect(await desk.stateOf(id)).toBe("open");
  desk.provider.choose(payment, "debit");
  await desk.watchOnly(id);
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  expect((await desk.topUpOf(player)).status).toBe("approved");
  ok(await desk.tell("disputed", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "disputed"]);
});

test("a refund of the provider's own that failed gives back what its case took", async () => {
  const { player, id, payment } = await desk.paid();
  await desk.spend(player, 4000);
  const chargebacks = await desk.balanceOf("chargebacks");
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
  ok(await desk.tell("refund_failed", payment, { backCents: 2000 }));
  ok(await desk.decide(await desk.openCase(payment, "refund_failed"), "book"));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([1000, "paid"]);
  expect((await desk.balanceOf("chargebacks")) - chargebacks).toBe(-3000);
  // It goes out anew: what all refunds come to by then.
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
});
