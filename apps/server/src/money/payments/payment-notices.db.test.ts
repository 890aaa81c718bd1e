import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DatabaseBusy } from "../../core/db/connect.ts";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
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

const SIX_MINUTES_MS = 360_000;

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
