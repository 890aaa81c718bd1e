import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PaymentDesk, newKey } from "../../test/payment-desk.ts";
import { watchPayments } from "./ask-payment.ts";

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
beforeEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test("a card is asked for at the provider, paid on its page, told by a notice, and booked once", async () => {
  const player = await desk.club.signUp();
  desk.provider.hookUrl = `${desk.club.url}/api/hooks/payments/standard`;
  const made = ok(await desk.create(player));
  expect(made.redirect_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/pay_/);
  expect(made.pay_url).toBe(made.redirect_url);
  const asked = desk.provider.http.seen.findLast(({ method }) => method === "POST");
  expect(asked).toMatchObject({ path: "/payments" });
  expect(asked?.headers).toMatchObject({
    authorization: "Bearer key-of-the-club",
    "idempotency-key": made.topup_id,
  });
  expect(JSON.parse(asked?.body ?? "")).toEqual({
    reference: made.reference,
    amount_cents: 5000,
    currency: "AUD",
    return_url: `${desk.club.url}/app/#/pages/recharge/record?topup=${made.topup_id}`,
  });
  const shown = await (await fetch(made.redirect_url)).text();
  expect(shown).toContain("AUD 50.00");
  const paid = await fetch(made.redirect_url, {
    method: "POST",
    body: new URLSearchParams({ choice: "debit" }),
    redirect: "manual",
  });
  expect(paid.headers.get("location")).toContain(`recharge/record?topup=${made.topup_id}`);
  expect([await desk.cashOf(player), (await desk.topUpOf(player)).status]).toEqual([
    5000,
    "approved",
  ]);
  desk.provider.hookUrl = undefined;
  const [payment] = await desk.club.query("SELECT * FROM payment WHERE id = $1", [made.topup_id]);
  expect(payment).toMatchObject({ state: "paid", funding: "debit", next_ask_at: null });
});

test("coming back from the provider's page books nothing; asking the provider does", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  desk.provider.choose(payment, "debit");
  expect((await desk.topUpOf(player)).status).toBe("created");
  await desk.watch();
  expect([await desk.cashOf(player), (await desk.topUpOf(player)).status]).toEqual([
    5000,
    "approved",
  ]);
});

test("a provider that is down costs nothing: the same call again asks for the same payment", async () => {
  const player = await desk.club.signUp();
  const key = newKey();
  for (const fault of [
    { kind: "status", status: 500 },
    { kind: "status", status: 429, retryAfterS: 1 },
    { kind: "rubbish" },
    { kind: "cut_after_work" },
  ] as const) {
    desk.provider.http.failNext(fault);
    const answer = await desk.create(player, 5000, key);
    expect([answer.status, answer.body.code]).toEqual([503, "payment.away"]);
  }
  const made = ok(await desk.create(player, 5000, key));
  const again = ok(await desk.create(player, 5000, key));
  expect(again.redirect_url).toBe(made.redirect_url);
  const own = desk.provider.list.filter(({ reference }) => reference === made.reference);
  expect(own).toHaveLength(1);
});

test("a page that takes long to come is the provider's absence; the next press has it, and one payment", async () => {
  const player = await desk.club.signUp();
  const key = newKey();
  desk.provider.http.failNext({ kind: "slow", ms: 4500 });
  const answer = await desk.create(player, 5000, key);
  expect([answer.status, answer.body.code]).toEqual([503, "payment.away"]);
  const made = ok(await desk.create(player, 5000, key));
  expect(made.redirect_url).toContain("/pay/");
  const { reference } = await desk.topUpOf(player);
  const asked = () => desk.provider.http.seen.filter(({ body }) => body.includes(reference));
  expect(asked()).toHaveLength(2);
  expect(desk.provider.list.filter((each) => each.reference === reference)).toHaveLength(1);
});

test("a payment that is open for ten minutes is asked about, and not before", async () => {
  const player = await desk.club.signUp();
  const { id, payment } = await desk.ask(player);
  desk.provider.choose(payment, "debit");
  const later = async (by: string): Promise<number> => {
    await desk.club.asAdmin(
      "UPDATE payment SET next_ask_at = next_ask_at - $2::interval WHERE id = $1",
      [id, by],
    );
    await watchPayments(desk.club.ctx);
    return await desk.cashOf(player);
  };
  expect(await later("9 minutes")).toBe(0);
  expect(await later("1 minute")).toBe(5000);
});

test("after a week one that is still open is asked about each day, and one that failed no more", async () => {
  const next = async (type: "open" | "failed") => {
    const player = await desk.club.signUp();
    const { id, payment } = await desk.ask(player);
    if (type === "failed") ok(await desk.tell("failed", payment));
    await desk.club.asAdmin(
      "UPDATE payment SET asked_at = now() - interval '8 days', next_ask_at = now() - interval '1 minute' WHERE id = $1",
      [id],
    );
    await watchPayments(desk.club.ctx);
    const [row] = await desk.club.query(
      "SELECT round(extract(epoch FROM next_ask_at - club_now()) / 3600)::integer AS hours FROM payment WHERE id = $1",
      [id],
    );
    return row?.["hours"];
  };
  expect([await next("open"), await next("failed")]).toEqual([24, null]);
});

test("an answer that was lost is asked for again by the job, and the notice finds its payment", async () => {
  const player = await desk.club.signUp();
  desk.provider.http.failNext({ kind: "cut_after_work" });
  expect((await desk.create(player)).status).toBe(503);
  const { reference, topup_id: id } = await desk.topUpOf(player);
  const payment = desk.provider.list.find((each) => each.reference === reference)!;
  ok(await desk.tell("succeeded", payment));
  expect([await desk.cashOf(player), await desk.stateOf(id)]).toEqual([5000, "paid"]);
  const other = await desk.club.signUp();
  desk.provider.http.failNext({ kind: "cut_after_work" });
  expect((await desk.create(other)).status).toBe(503);
  const lost = desk.provider.list.at(-1)!;
  desk.provider.choose(lost, "debit");
  await desk.watch();
  expect(await desk.cashOf(other)).toBe(5000);
});
