import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "@club/domain";
import { brokenChecks, checksOf } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
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

test("each day's list is laid beside the ledger: fees are booked, what was missed too, the rest is shown", async () => {
  const { payment } = await desk.paid();
  const missed = await desk.club.signUp();
  const late = await desk.ask(missed, 3000);
  desk.provider.choose(late.payment, "debit");
  const denied = await desk.paid();
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
  const { id, payment } = await desk.paid();
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
  const { payment } = await desk.paid();
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
