import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "@club/domain";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PaymentDesk, newKey } from "../../test/payment-desk.ts";

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
  "a payment that is %s with another amount is looked at, and nothing is booked",
  async (type) => {
    const { player, id, payment } = await desk.paid();
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

test("what is booked in place of what was announced counts once for the limit of deposits", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const limits = [{ kind: "deposit", period: "day", amount_cents: 6000 }];
  const { token } = player;
  ok(await desk.club.call("PUT", "/api/user/limits", { token, body: { limits } }));
  ok(await desk.tell("succeeded", payment, { amountCents: 4900 }));
  const [arrival] = await desk.arrivalsOf(payment);
  ok(await desk.decide(String(arrival?.["id"] ?? arrival?.["arrival_id"]), "book"));
  expect(await desk.cashOf(player)).toBe(4900);
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
