import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "@club/domain";
import { brokenChecks, checksOf } from "../../test/checks.ts";
import { ok, PASSWORD } from "../../test/club.ts";
import type { TestPlayer } from "../../test/club.ts";
import { PaymentDesk, newKey } from "../../test/payment-desk.ts";
import { compareDay, compareDays } from "./compare-days.ts";

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
beforeEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

/** A player whose card payment of 50.00 is in his cash. */
async function paid() {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  desk.provider.choose(payment, "debit");
  ok(await desk.tell("succeeded", payment));
  return { player, id, payment };
}

/** Takes money out of a player's cash, as if he had lost it. */
async function spend(player: TestPlayer, cents: number): Promise<void> {
  const { token } = await desk.club.operator();
  const path = `/api/operator/players/${player.id}/adjust`;
  const body = { kind: "correction", amount_cents: -cents, reason: "spent" };
  ok(await desk.club.call("POST", path, { token, body, headers: { "idempotency-key": newKey() } }));
}

async function withdraw(player: TestPlayer, cents: number) {
  const headers = { "idempotency-key": newKey() };
  const body = { amount_cents: cents };
  const { token } = player;
  return await desk.club.call("POST", "/api/withdraw/create", { token, body, headers });
}

async function addAccount(player: TestPlayer): Promise<void> {
  const body = {
    bank_name: "Bank",
    account_name: player.name,
    account_number: "12345678",
    branch_code: "062000",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await desk.club.call("POST", "/api/user/bank_card", { token: player.token, body }));
}

test.each(["refunded", "disputed"] as const)(
  "a payment that is %s is taken from cash, the rest from chargebacks; withdrawals freeze until the case is closed",
  async (type) => {
    const { player, id, payment } = await paid();
    await addAccount(player);
    const asked = ok(await withdraw(player, 1000));
    await spend(player, 1500);
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
    expect((await withdraw(player, 500)).body.code).toBe("withdrawal.frozen");
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
    ok(await withdraw(player, 500));
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

test.each(["refunded", "disputed"] as const)(
  "a payment that is %s in part gives that part: from cash, the rest from chargebacks, with a case of its own",
  async (type) => {
    const { player, id, payment } = await paid();
    await spend(player, 4500);
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
    await addAccount(player);
    await desk.club.fund(player, 600);
    expect((await withdraw(player, 500)).body.code).toBe("withdrawal.frozen");
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
    ok(await withdraw(player, 500));
  },
);

test("what went back in part is not sent back again, nor disputed twice", async () => {
  const { player, id, payment } = await paid();
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  desk.provider.refund(payment, 2000);
  const { token } = await desk.club.operator();
  const { list } = (await desk.club.call("GET", "/api/operator/payments?state=paid", { token }))
    .body;
  expect(list[0]).toMatchObject({ topup_id: id, amount_cents: 5000, left_cents: 3000 });
  ok(await refund(id));
  expect(await desk.cashOf(player)).toBe(0);
  await desk.watchOnly(id, { isAsked: false });
  expect([payment.refundedCents, await desk.stateOf(id)]).toEqual([5000, "refunded"]);
  const other = await paid();
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

test.each(["refunded", "disputed"] as const)(
  "a payment that is %s with another amount is looked at, and nothing is booked",
  async (type) => {
    const { player, id, payment } = await paid();
    for (const amountCents of [4999, 5001, 0]) ok(await desk.tell(type, payment, { amountCents }));
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
    const arrivals = await desk.arrivalsOf(payment);
    expect(arrivals.map(({ why, state }) => `${why} ${state}`)).toEqual(
      Array.from({ length: 3 }, () => "amount open"),
    );
  },
);

test("another amount is booked by the desk as what it is, and its refund is of that", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  ok(await desk.tell("succeeded", payment, { amountCents: 4000 }));
  const [arrival] = await desk.arrivalsOf(payment);
  const path = "/api/operator/payments/arrivals?state=open";
  const { token } = await desk.club.operator("cashier");
  const listed = (await desk.club.call("GET", path, { token })).body.list.find(
    (each: { arrival_id: string }) => each.arrival_id === arrival?.["id"],
  );
  expect(listed).toMatchObject({
    why: "amount",
    amount_cents: 4000,
    user_name: player.name,
    topup_id: id,
    acts: ["book", "return", "dismiss"],
  });
  const other = await desk.club.signUp();
  const wrong = await desk.decide(listed.arrival_id, "book", { player_id: other.id });
  expect([wrong.status, wrong.body.params.field]).toEqual([422, "player_id"]);
  ok(await desk.decide(listed.arrival_id, "book"));
  expect(await desk.cashOf(player)).toBe(4000);
  const { list } = (await desk.club.call("GET", "/api/recharge/list", player)).body;
  expect(list.map((each: Record<string, unknown>) => [each["status"], each["reason"]])).toEqual([
    ["approved", null],
    ["rejected", "amount"],
  ]);
  ok(await desk.tell("refunded", payment, { backCents: 4000 }));
  expect(await desk.cashOf(player)).toBe(0);
});

test("an unknown payment is booked to a player or sent back, each once", async () => {
  const player = await desk.club.signUp();
  const lost = (cents: number) =>
    desk.provider.add({
      id: `pay_lost${newKey()}`,
      reference: `of another house ${cents}`,
      amountCents: cents,
      currency: "AUD",
      returnUrl: "",
    });
  const [one, other] = [lost(700), lost(800)];
  for (const payment of [one, other]) {
    desk.provider.choose(payment, "debit");
    ok(await desk.tell("succeeded", payment));
  }
  const [first] = await desk.arrivalsOf(one);
  expect((await desk.decide(first?.["id"], "book")).body.params.field).toBe("player_id");
  ok(await desk.decide(first?.["id"], "book", { player_id: player.id }));
  expect(await desk.cashOf(player)).toBe(700);
  expect((await desk.decide(first?.["id"], "return")).body.code).toBe("payment.state");
  const [second] = await desk.arrivalsOf(other);
  desk.provider.http.failNext({ kind: "status", status: 500 }, { kind: "cut_after_work" });
  ok(await desk.decide(second?.["id"], "return"));
  for (let turn = 0; turn < 3; turn += 1) await desk.watch();
  expect([other.refundedCents, other.state]).toEqual([800, "refunded"]);
  expect((await desk.arrivalsOf(other))[0]?.["state"]).toBe("returned");
  // The provider tells of what the club itself sent back: that is no news.
  ok(await desk.tell("refunded", other));
  expect(await desk.arrivalsOf(other)).toHaveLength(1);
  // Its notice, late: the money went back, and the desk knows.
  ok(await desk.tell("disputed", one));
  expect(await desk.cashOf(player)).toBe(0);
});

test("money in another currency is sent back or put aside, never booked", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  ok(await desk.tell("succeeded", payment, { currency: "EUR" }));
  const [arrival] = await desk.arrivalsOf(payment);
  expect((await desk.decide(arrival?.["id"], "book")).body.code).toBe("payment.differs");
  ok(await desk.decide(arrival?.["id"], "dismiss"));
  expect(await desk.cashOf(player)).toBe(0);
});

async function refund(topUpId: string, token?: string) {
  const path = `/api/operator/topups/${topUpId}/refund`;
  const owner = token ?? (await desk.club.operator()).token;
  return await desk.club.call("POST", path, { token: owner, body: { reason: "asked for" } });
}

test("the desk refunds a payment from cash, once; no case opens", async () => {
  const { player, id, payment } = await paid();
  ok(await refund(id));
  expect((await refund(id)).body.code).toBe("payment.state");
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunding"]);
  desk.provider.http.failNext({ kind: "cut_after_work" });
  await desk.watch();
  await desk.watch();
  expect([payment.refundedCents, await desk.stateOf(id)]).toEqual([5000, "refunded"]);
  ok(await desk.tell("refunded", payment));
  expect([await desk.arrivalsOf(payment), await desk.cashOf(player)]).toEqual([[], 0]);
  const poor = await paid();
  await spend(poor.player, 1);
  expect((await refund(poor.id)).body.code).toBe("funds.insufficient");
});

test("a refund that the provider will not make gives the player his money again: his account is open so long", async () => {
  const { player, id } = await paid();
  const close = async () =>
    await desk.club.call("POST", "/api/user/close", {
      token: player.token,
      body: { password: PASSWORD, confirm: true },
    });
  desk.provider.http.failAlways({ kind: "status", status: 422 });
  ok(await refund(id));
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
  ok(await refund(id));
  await desk.watch();
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
  ok(await close());
});

test("a repeat that is refused went through before, if the provider says so", async () => {
  const [went, stayed] = [await paid(), await paid()];
  for (const { id } of [went, stayed]) ok(await refund(id));
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
  const { player, id } = await paid();
  ok(await refund(id));
  desk.provider.http.failNext({ kind: "cut_after_work" });
  await desk.watchOnly(id, { isAsked: false });
  desk.provider.http.failNext({ kind: "status", status: 422 }, { kind: "status", status: 500 });
  await desk.watchOnly(id, { isAsked: false });
  expect(await desk.stateOf(id)).toBe("refunding");
  await desk.watchOnly(id, { isAsked: false });
  expect([await desk.stateOf(id), await desk.cashOf(player)]).toEqual(["refunded", 0]);
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

test("each day's list is laid beside the ledger: fees are booked, what was missed too, the rest is shown", async () => {
  const { payment } = await paid();
  const missed = await desk.club.signUp();
  const late = await desk.ask(missed, 3000);
  desk.provider.choose(late.payment, "debit");
  const denied = await paid();
  denied.payment.state = "failed";
  const strange = desk.provider.add({
    id: `pay_strange${newKey()}`,
    reference: "nobody's",
    amountCents: 123,
    currency: "AUD",
    returnUrl: "",
  });
  desk.provider.choose(strange, "debit");
  const fees = await desk.balanceOf("payment_fees");
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  await compareDay(desk.club.ctx, "standard", day);
  await compareDay(desk.club.ctx, "standard", day);
  expect(await desk.cashOf(missed)).toBe(3000);
  const booked = payment.feeCents + late.payment.feeCents;
  expect((await desk.balanceOf("payment_fees")) - fees).toBeLessThanOrEqual(-booked);
  expect((await desk.arrivalsOf(strange)).map(({ why }) => why)).toEqual(["unknown"]);
  expect((await desk.arrivalsOf(denied.payment)).map(({ why }) => why)).toContain("over");
  const { token } = await desk.club.operator();
  const { body } = await desk.club.call("GET", "/api/operator/payments/days", { token });
  expect(body.list[0]).toMatchObject({ provider: "standard", day });
  expect(body.list[0].differences).toBeGreaterThanOrEqual(1);
  const causes = await desk.club.query("SELECT cause FROM entry WHERE kind = 'payment_fee'");
  expect(new Set(causes.map(({ cause }) => cause)).size).toBe(causes.length);
});

test("the job compares each day that is over, once; what failed is compared the next time", async () => {
  const { club, provider } = desk;
  const days = async () =>
    (
      await club.query("SELECT day::text FROM payment_day WHERE day < $1 ORDER BY day", [today])
    ).map((row) => row["day"]);
  const today = new Date(Date.now() - 3_600_000).toISOString().slice(0, "2026-01-01".length);
  const past = [3, 2, 1].map((back) => addDays(today, -back));
  await club.asAdmin("DELETE FROM payment_day");
  provider.http.failNext(null, { kind: "status", status: 500 });
  await compareDays(club.ctx);
  expect(await days()).toEqual(past.slice(0, 1));
  await compareDays(club.ctx);
  expect(await days()).toEqual(past);
  const asked = provider.http.seen.length;
  await compareDays(club.ctx);
  expect(provider.http.seen).toHaveLength(asked);
});

test("verify finds a payment and a case that do not say what their entries moved", async () => {
  const { id, payment } = await paid();
  const broken = async (sql: string, undo: string) => {
    const run = async (what: string) =>
      await desk.club.asAdmin(`SET session_replication_role = replica; ${what}`);
    await run(sql);
    const checks = await checksOf(desk.club.ctx);
    await run(undo);
    return checks.filter((check) => !check.ok).map(({ name, detail }) => [name, detail]);
  };
  const set = (values: string) => `UPDATE payment SET ${values} WHERE id = '${id}'`;
  expect(
    await broken(set("amount_cents = amount_cents + 1"), set("amount_cents = amount_cents - 1")),
  ).toEqual([["payments", expect.stringContaining("it brought 5000 cents")]]);
  ok(await desk.tell("refunded", payment));
  const move = (cents: number) =>
    `UPDATE payment_arrival SET taken_cents = taken_cents - ${cents} WHERE payment = '${id}'`;
  expect(await broken(move(1), move(-1))).toEqual([
    ["payments", expect.stringContaining("its entry took 5000 and bore 0 cents")],
  ]);
  // A case of another number took what no entry says.
  const number = (n: number) => `UPDATE payment_arrival SET number = ${n} WHERE payment = '${id}'`;
  expect(await broken(number(2), number(1))).toEqual([
    ["payments", expect.stringContaining("0 cents were taken back")],
  ]);
});

test("a provider without a list is asked for each booked payment; its test asks for one that is not there", async () => {
  const { payment } = await paid();
  const day = new Date().toISOString().slice(0, "2026-01-01".length);
  desk.provider.http.failNext({ kind: "status", status: 404 });
  const asked = desk.provider.http.seen.length;
  await compareDay(desk.club.ctx, "standard", day);
  const paths = desk.provider.http.seen.slice(asked).map(({ path }) => path);
  expect(paths).toContain(`/payments/${payment.id}`);
  const connection = await desk.club.ctx.connections.open("payment");
  const test_ = async () => await connection?.provider.test(connection.adapter as never, NO_TEST);
  await test_();
  desk.provider.http.failNext({ kind: "status", status: 401 });
  await expect(test_()).rejects.toThrow("not_signed_in");
});

const NO_TEST = {} as never;

test("with four eyes on, booking, sending back and refunding wait for a second operator", async () => {
  const eyes = await PaymentDesk.open({ env: { CLUB_FOUR_EYES: "1" } });
  try {
    const player = await eyes.club.signUp();
    const { id, payment } = await eyes.ask(player);
    ok(await eyes.tell("succeeded", payment, { amountCents: 4000 }));
    const [arrival] = await eyes.arrivalsOf(payment);
    const one = await eyes.club.newOperator("cashier");
    const two = await eyes.club.newOperator("cashier");
    const asked = ok(await eyes.decide(arrival?.["id"], "book", {}, one.token));
    expect(asked.status).toBe("pending");
    expect(await eyes.cashOf(player)).toBe(0);
    const approve = `/api/operator/approvals/${asked.approval_id}/approve`;
    expect((await eyes.club.call("POST", approve, { token: one.token })).status).toBe(403);
    ok(await eyes.club.call("POST", approve, { token: two.token, body: {} }));
    expect(await eyes.cashOf(player)).toBe(4000);
    const [row] = await eyes.club.query("SELECT top_up_id FROM payment WHERE id = $1", [id]);
    const path = `/api/operator/topups/${row?.["top_up_id"]}/refund`;
    const body = { reason: "asked for" };
    const refunding = ok(await eyes.club.call("POST", path, { token: one.token, body }));
    expect(refunding.status).toBe("pending");
    const second = `/api/operator/approvals/${refunding.approval_id}/approve`;
    ok(await eyes.club.call("POST", second, { token: two.token, body: {} }));
    expect(await eyes.cashOf(player)).toBe(0);
  } finally {
    await eyes.close();
  }
});

test("a dispute that is won gives the player and chargebacks back what it took, once", async () => {
  const { player, payment } = await paid();
  await spend(player, 1500);
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
  const other = await paid();
  ok(await desk.tell("refunded", other.payment));
  const [refund] = await desk.arrivalsOf(other.payment);
  expect((await desk.decide(refund?.["id"], "won")).body.code).toBe("payment.state");
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
  ok(await refund(three.id));
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
  const { player, id, payment } = await paid();
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

/** The open case of a payment. */
const openCase = async (payment: { readonly id: string }, why = "disputed") =>
  (await desk.arrivalsOf(payment)).find((row) => row["why"] === why && row["state"] === "open")?.[
    "id"
  ];

test("a dispute after one that was won takes the money again, once; the same event takes nothing", async () => {
  const { player, id, payment } = await paid();
  const now = async () => [await desk.cashOf(player), await desk.stateOf(id)];
  for (let n = 0; n < 3; n += 1) {
    const notice = desk.provider.notice("disputed", payment);
    ok(await desk.send(notice));
    expect(await now()).toEqual([0, "disputed"]);
    ok(await desk.decide(await openCase(payment), "won"));
    expect(await now()).toEqual([5000, "paid"]);
    ok(await desk.send(notice));
    expect(await now()).toEqual([5000, "paid"]);
  }
  // What the club asks for may say the old dispute still.
  payment.state = "disputed";
  await compareDay(desk.club.ctx, "standard", new Date().toISOString().slice(0, 10));
  expect(await now()).toEqual([5000, "paid"]);
  ok(await refund(id));
  expect(await now()).toEqual([0, "refunding"]);
});

test("a part that was won is not gone: all of it can go back, and be disputed anew", async () => {
  const { player, id, payment } = await paid();
  for (let n = 0; n < 2; n += 1) {
    ok(await desk.tell("disputed", payment, { backCents: 2000 }));
    expect(await desk.cashOf(player)).toBe(3000);
    ok(await desk.decide(await openCase(payment), "won"));
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
  ok(await desk.decide(await openCase(payment), "won"));
  expect(await desk.club.query(entries)).toEqual([before]);
  expect(await desk.stateOf(id)).toBe("open");
  desk.provider.choose(payment, "debit");
  await desk.watchOnly(id);
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  expect((await desk.topUpOf(player)).status).toBe("approved");
  ok(await desk.tell("disputed", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "disputed"]);
});

test("a refund that the provider took and could not make: the desk gives the player his money back, once", async () => {
  const { player, id, payment } = await paid();
  for (let n = 0; n < 2; n += 1) {
    ok(await refund(id));
    await desk.watchOnly(id, { isAsked: false });
    expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
    desk.provider.failRefund(payment, 5000);
    const notice = desk.provider.notice("refund_failed", payment);
    for (let again = 0; again < 2; again += 1) ok(await desk.send(notice));
    const arrival = await openCase(payment, "refund_failed");
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
  const { player, id, payment } = await paid();
  ok(await refund(id));
  ok(await desk.tell("refund_failed", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  await desk.watchOnly(id, { isAsked: false });
  expect([await desk.arrivalsOf(payment), payment.refundedCents]).toEqual([[], 0]);
  // Nothing is gone: a refund that failed elsewhere is no news.
  ok(await desk.tell("refund_failed", payment));
  expect(await desk.arrivalsOf(payment)).toEqual([]);
});

test("a refund of the provider's own that failed gives back what its case took", async () => {
  const { player, id, payment } = await paid();
  await spend(player, 4000);
  const chargebacks = await desk.balanceOf("chargebacks");
  ok(await desk.tell("refunded", payment, { backCents: 2000 }));
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
  ok(await desk.tell("refund_failed", payment, { backCents: 2000 }));
  ok(await desk.decide(await openCase(payment, "refund_failed"), "book"));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([1000, "paid"]);
  expect((await desk.balanceOf("chargebacks")) - chargebacks).toBe(-3000);
  // It goes out anew: what all refunds come to by then.
  ok(await desk.tell("refunded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([0, "refunded"]);
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
    const arrival = await openCase(two.payment, "refund_failed");
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

test("the reports of payments and of arrivals have each of them, with its state, as a table and as CSV", async () => {
  const { club } = desk;
  const { token } = await club.operator("auditor");
  const day = new Date().toLocaleDateString("en-CA", { timeZone: club.ctx.settings.timeZone });
  const span = `from=${addDays(day, -1)}&to=${addDays(day, 1)}`;
  const countOf = async (table: string) =>
    Number((await club.query(`SELECT count(*) AS n FROM ${table}`))[0]?.["n"]);
  for (const [report, table] of [
    ["payments", "payment"],
    ["arrivals", "payment_arrival"],
  ] as const) {
    const path = `/api/operator/reports/${report}`;
    const shown = await club.call("GET", `${path}?${span}`, { token });
    expect([shown.status, shown.body.list.length]).toEqual([200, await countOf(table)]);
    const headers = { "accept-language": "en" };
    const file = await club.call("GET", `${path}/file?${span}&format=csv`, { token, headers });
    const lines = (file.body as string).trimEnd().split("\r\n");
    expect(lines).toHaveLength(shown.body.list.length + 1);
    const [head = ""] = lines;
    expect(head).toContain(report === "payments" ? "Asked,Player,Provider" : "What is wrong");
    expect(file.body).toContain(report === "payments" ? ",booked," : ",the payer disputes it,");
  }
});
