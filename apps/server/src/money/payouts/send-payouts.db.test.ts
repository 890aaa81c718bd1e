import type { Fault } from "@club/doubles";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lookupHash } from "../../core/kit/cipher.ts";
import { openMessage } from "../../tell/outbox/queue-message.ts";
import { brokenChecks } from "../../test/checks.ts";
import { ok } from "../../test/club.ts";
import { PayoutDesk } from "../../test/payout-desk.ts";

let desk: PayoutDesk;

beforeAll(async () => {
  desk = await PayoutDesk.open();
});
afterEach(() => desk.provider.http.failAlways(null));
afterAll(async () => {
  expect(await brokenChecks(desk.club.ctx)).toEqual([]);
  await desk.close();
});

test("an approved withdrawal goes out by itself, to the player's account, and its notice books it once", async () => {
  const made = await desk.approved(12_345);
  await desk.send();
  await desk.send();
  expect(desk.of(made)).toMatchObject([
    {
      reference: made.reference,
      amount_cents: 12_345,
      currency: "AUD",
      account: {
        account_name: "Noor Haldane",
        account_number: "11844417",
        branch_code: "999204",
        bank_name: "Harbour Mutual",
      },
    },
  ]);
  const request = desk.provider.http.seen.find(({ body }) => body.includes(made.reference));
  expect(request?.headers).toMatchObject({ "idempotency-key": made.id });
  expect(desk.asked(made)).toBe(1);
  expect(await desk.state(made)).toMatchObject({
    status: "approved",
    method: "standard",
    order: "taken",
    held: 12_345,
  });
  const id = `msg_${made.id}`;
  const told = await Promise.all(
    Array.from({ length: 20 }, async () => await desk.tell(made, "paid", { id })),
  );
  expect(new Set(told)).toEqual(new Set([200]));
  expect(await desk.tell(made, "paid")).toBe(200);
  expect(await desk.state(made)).toMatchObject({
    status: "paid",
    order: "paid",
    is_forgotten: true,
    cash: 0,
    held: 0,
  });
  const entries = await desk.club.query("SELECT FROM entry WHERE cause = $1", [
    `withdrawal:${made.id}:paid`,
  ]);
  expect(entries).toHaveLength(1);
});

test("one that failed is cash again, and the player reads that the bank did not take it", async () => {
  const made = await desk.approved(2000);
  await desk.send();
  expect(await desk.tell(made, "failed")).toBe(200);
  expect(await desk.tell(made, "failed")).toBe(200);
  expect(await desk.state(made)).toMatchObject({
    status: "rejected",
    reason: "payout_failed",
    order: "failed",
    cash: 2000,
    held: 0,
  });
  const told = await desk.club.query(
    "SELECT id, sealed FROM delivery WHERE channel = 'sms' AND to_hash = $1 AND kind = 'notice'",
    [lookupHash(desk.club.ctx.secrets, "outbox", made.player.phone)],
  );
  expect(told.map((row) => openMessage(desk.club.ctx, row as never).text)).toEqual([
    expect.stringContaining("was not paid"),
  ]);
  const list = await desk.club.call("GET", "/api/withdraw/list", made.player);
  expect(list.body.list).toMatchObject([{ status: "rejected", method: "standard" }]);
});

test("one that is refused at once never went out: cash again", async () => {
  const made = await desk.approved(2500, "11844000");
  await desk.send();
  expect(desk.of(made)).toEqual([]);
  expect(await desk.state(made)).toMatchObject({ status: "rejected", cash: 2500, held: 0 });
});

const FAULTS: [string, Fault, string][] = [
  ["answers 500", { kind: "status", status: 500 }, "server"],
  ["is busy", { kind: "status", status: 429, retryAfterS: 3 }, "busy"],
  ["answers rubbish", { kind: "rubbish" }, "unreadable"],
  ["does not know the key", { kind: "status", status: 401 }, "not_signed_in"],
  ["is somewhere else", { kind: "status", status: 404 }, "refused"],
  ["cuts the line after the work", { kind: "cut_after_work" }, "unreachable"],
];
test.each(FAULTS)("a provider that %s is asked again, and pays once", async (_, fault, failure) => {
  const made = await desk.approved(3000);
  desk.provider.http.failAlways(fault);
  await desk.send();
  await desk.sendAgain();
  expect(await desk.state(made)).toMatchObject({ status: "approved", order: "asking", failure });
  // Before the pause is over nobody asks.
  await desk.send();
  expect(desk.asked(made)).toBe(2);
  desk.provider.http.failAlways(null);
  await desk.sendAgain();
  await desk.sendAgain();
  expect(desk.of(made)).toHaveLength(1);
  expect(await desk.state(made)).toMatchObject({ order: "taken", failure: null, held: 3000 });
  await desk.tell(made, "paid");
  expect(await desk.state(made)).toMatchObject({ status: "paid", held: 0 });
});

test("a refusal of a repeat is nobody's to guess: people decide", async () => {
  const made = await desk.approved(3500);
  desk.provider.http.failNext({ kind: "cut_after_work" }, { kind: "status", status: 422 });
  await desk.send();
  await desk.sendAgain();
  expect(await desk.state(made)).toMatchObject({ status: "approved", order: "held", held: 3500 });
  await desk.sendAgain();
  expect(desk.asked(made)).toBe(2);
  ok(await desk.act(made, "paid"));
  expect(await desk.state(made)).toMatchObject({ status: "paid", order: "paid", held: 0 });
});

test("an answer that says how it ended books it without a notice", async () => {
  const made = await desk.approved(4000);
  await desk.send();
  const [payout] = desk.of(made);
  if (payout !== undefined) payout.status = "paid";
  // No notice came: it is asked again, and answers what it knows.
  await desk.sendAgain();
  expect(await desk.state(made)).toMatchObject({ status: "paid", held: 0 });
  expect(desk.of(made)).toHaveLength(1);
});

test("while the provider has it nobody pays it by hand, gives it back or puts it into a file", async () => {
  const made = await desk.approved(4500);
  await desk.send();
  for (const what of ["paid", "reject"]) {
    expect((await desk.act(made, what)).body.code).toBe("withdrawal.with_provider");
  }
  await expect(
    desk.club.query(
      "UPDATE withdrawal SET status = 'rejected', ended_at = now(), reason = 'x' WHERE id = $1",
      [made.id],
    ),
  ).rejects.toThrow(/with a provider/);
  const files = await desk.club.call("GET", "/api/operator/payouts", desk.cashier);
  expect(files.body.data.ready).toEqual([]);
  const queue = await desk.club.call("GET", `/api/operator/withdrawals/${made.id}`, desk.cashier);
  expect(queue.body.data.provider_payout).toEqual({ state: "taken", failure: null, said: "" });
  await desk.tell(made, "paid");
});

test("a changed account changes nothing that was asked; what may not be paid yet is not asked", async () => {
  const made = await desk.approved(4700);
  desk.provider.http.failAlways({ kind: "status", status: 503 });
  await desk.send();
  await desk.club.query(
    "UPDATE bank_card SET account_name = 'Somebody Else' WHERE player_id = $1",
    [made.player.id],
  );
  const young = await desk.approved(4800);
  await desk.club.query("UPDATE bank_card SET changed_at = club_now_ms() WHERE player_id = $1", [
    young.player.id,
  ]);
  desk.provider.http.failAlways(null);
  await desk.sendAgain();
  expect(desk.of(made)).toMatchObject([{ account: { account_name: "Noor Haldane" } }]);
  expect(desk.asked(young)).toBe(0);
  await desk.tell(made, "paid");
  ok(await desk.act(young, "reject"));
});

test("one that cannot be sent keeps no other from being sent", async () => {
  const MORE_THAN_AT_ONCE = 11;
  const unread = await desk.approved(2100);
  desk.provider.http.failAlways({ kind: "status", status: 503 });
  await desk.send();
  desk.provider.http.failAlways(null);
  const unwritten = await desk.approved(2200);
  await desk.club.asAdmin(
    `UPDATE payout_order SET sealed = sealed || '\\x00', next_at = next_at - interval '1 hour' WHERE withdrawal_id = $1`,
    [unread.id],
  );
  await desk.club.asAdmin(
    "UPDATE bank_card SET number_cipher = number_cipher || '\\x00' WHERE player_id = $1",
    [unwritten.player.id],
  );
  const others = await Promise.all(
    Array.from({ length: MORE_THAN_AT_ONCE }, async () => await desk.approved(2300)),
  );
  await expect(desk.send()).rejects.toThrow("2 payouts");
  expect(others.map((each) => desk.asked(each))).toEqual(others.map(() => 1));
  expect([desk.asked(unread), desk.asked(unwritten)]).toEqual([1, 0]);
  await desk.club.asAdmin(
    "UPDATE payout_order SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE withdrawal_id = $1",
    [unread.id],
  );
  await desk.club.asAdmin(
    "UPDATE bank_card SET number_cipher = substr(number_cipher, 1, length(number_cipher) - 1) WHERE player_id = $1",
    [unwritten.player.id],
  );
  await desk.sendAgain();
  for (const made of [unread, unwritten, ...others])
    expect(await desk.tell(made, "paid")).toBe(200);
});

test("two processes at once ask once; what is only requested is not asked", async () => {
  const made = await desk.approved(7000);
  const only = await desk.requested(7100);
  await Promise.all([desk.send(), desk.send(), desk.send()]);
  expect(desk.asked(made)).toBe(1);
  expect(desk.asked(only)).toBe(0);
  await desk.tell(made, "paid");
  ok(await desk.act(only, "reject"));
});
