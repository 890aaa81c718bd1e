import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PaymentDesk, newKey } from "../../test/payment-desk.ts";
import { expireTopUps } from "../top-ups/submit-top-up.ts";
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

const SIX_MINUTES_MS = 360_000;

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

test("old, unsigned and wrongly signed notices are refused, and nothing is written", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const good = desk.provider.notice("succeeded", payment);
  const signature = good.headers["webhook-signature"] ?? "";
  const count = async () =>
    (await desk.club.query("SELECT count(*)::integer AS n FROM payment_notice"))[0]?.["n"];
  const before = await count();
  for (const notice of [
    { body: good.body, headers: {} },
    { body: `${good.body} `, headers: good.headers },
    { body: good.body, headers: { ...good.headers, "webhook-id": "another" } },
    { body: good.body, headers: { ...good.headers, "webhook-signature": "v1" } },
    { body: good.body, headers: { ...good.headers, "webhook-signature": signature.slice(0, -4) } },
    desk.provider.notice("succeeded", payment, { nowMs: Date.now() - SIX_MINUTES_MS }),
    desk.provider.notice("succeeded", payment, { nowMs: Date.now() + SIX_MINUTES_MS }),
  ]) {
    const answer = await desk.send(notice);
    expect([answer.status, answer.body.code]).toEqual([401, "hook.refused"]);
  }
  expect((await desk.send(good, "stripe")).status).toBe(401);
  expect((await desk.send(good, "nobody")).status).toBe(404);
  expect([await count(), await desk.cashOf(player)]).toEqual([before, 0]);
});

test("cut, huge and senseless bodies are refused without an error of the club", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const { body, headers } = desk.provider.notice("succeeded", payment);
  const send = async (text: string) => (await desk.send({ body: text, headers })).status;
  expect(await send(body.slice(0, -10))).toBe(400);
  expect(await send("")).toBe(401);
  expect(await send("[]")).toBe(422);
  expect(await send("null")).toBe(401);
  expect(await send(JSON.stringify({ more: "x".repeat(300_000) }))).toBe(413);
  expect(await send('{"type":{"toString":1},"data":[]}')).toBe(401);
  // Signed, and still no notice.
  const odd = { ...payment, amountCents: 0.5 };
  expect((await desk.tell("succeeded", odd)).status).toBe(422);
  expect((await desk.tell("succeeded", { ...payment, id: "" })).status).toBe(422);
  expect(await desk.cashOf(player)).toBe(0);
});

test("a notice is taken once: twenty at once, repeated, told anew, contradicted", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const notice = desk.provider.notice("succeeded", payment);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await desk.send(notice)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  ok(await desk.tell("succeeded", payment));
  ok(await desk.tell("failed", payment));
  expect([await desk.cashOf(player), (await desk.topUpOf(player)).status]).toEqual([
    5000,
    "approved",
  ]);
  expect((await desk.arrivalsOf(payment)).map(({ why }) => why)).toEqual(["over"]);
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

test("another amount, currency or reference, and an unknown payment, are kept and move nothing", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  ok(await desk.tell("succeeded", payment, { amountCents: 4999 }));
  ok(await desk.tell("succeeded", payment, { amountCents: 4999 }));
  ok(await desk.tell("succeeded", payment, { currency: "EUR" }));
  ok(await desk.tell("succeeded", payment, { reference: "HC 000000 XX" }));
  const arrivals = await desk.arrivalsOf(payment);
  expect(arrivals.map(({ why }) => why)).toEqual(["amount", "currency", "reference"]);
  expect(arrivals.every((row) => row["player_id"] === player.id)).toBe(true);
  ok(await desk.tell("succeeded", payment, { paymentId: "pay_nobodys" }));
  const [unknown] = await desk.arrivalsOf({ id: "pay_nobodys" });
  // The reference says whose it may be.
  expect(unknown).toMatchObject({ why: "unknown", player_id: player.id });
  ok(await desk.tell("succeeded", payment, { paymentId: "pay_of_nobody", reference: "none" }));
  expect((await desk.arrivalsOf({ id: "pay_of_nobody" }))[0]).toMatchObject({ player_id: null });
  expect([await desk.cashOf(player), (await desk.topUpOf(player)).status]).toEqual([0, "created"]);
  ok(await desk.tell("succeeded", payment));
  expect(await desk.cashOf(player)).toBe(5000);
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

test("a hundred notices at once are all taken though the database is busy for a moment", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const notice = desk.provider.notice("succeeded", payment);
  const connect = vi.spyOn(desk.club.ctx.db.money, "connect");
  for (let i = 0; i < 5; i += 1) connect.mockRejectedValueOnce(new DatabaseBusy("busy"));
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await desk.send(notice)).status),
  );
  connect.mockRestore();
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await desk.cashOf(player)).toBe(5000);
});

test("a fee that a notice names is booked to payment_fees, once", async () => {
  const player = await desk.club.signUp();
  const { payment } = await desk.ask(player);
  const before = await desk.balanceOf("payment_fees");
  for (let n = 0; n < 2; n += 1) ok(await desk.tell("succeeded", payment, { feeCents: 85 }));
  expect([await desk.cashOf(player), (await desk.balanceOf("payment_fees")) - before]).toEqual([
    5000, -85,
  ]);
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
