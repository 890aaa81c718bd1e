import { randomBytes } from "node:crypto";
import { DOUBLE_SECRET, PayoutsDouble, RegisterDouble } from "@club/doubles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { sendPayouts } from "../../money/payouts/send-payouts.ts";
import { ok, startClub } from "../../test/club.ts";
import type { ByHand, TestClub, TestPlayer } from "../../test/club.ts";
import { hasSynchronousStandby, isLogKept } from "../../core/db/durability.ts";

const KEY = "key of the club";

let club: TestClub;
let payouts: PayoutsDouble;
let register: RegisterDouble;

beforeAll(async () => {
  [payouts, register] = [new PayoutsDouble(KEY), new RegisterDouble(KEY)];
  await Promise.all([payouts.http.start(), register.http.start()]);
  club = await startClub({
    env: {
      CLUB_RATE_FACTOR: "0",
      CLUB_PAYOUT_PROVIDER: "standard",
      CLUB_PAYOUT_URL: payouts.http.url,
      CLUB_PAYOUT_KEY: KEY,
      CLUB_PAYOUT_WEBHOOK_SECRET: DOUBLE_SECRET,
      CLUB_EXCLUSION_PROVIDER: "standard",
      CLUB_EXCLUSION_URL: register.http.url,
      CLUB_EXCLUSION_KEY: KEY,
    },
  });
});
afterAll(async () => {
  await Promise.all([club.close(), payouts.http.close(), register.http.close()]);
});

async function line(check: string, at = club): Promise<ByHand> {
  const { token } = await at.operator();
  const { body } = await at.call("GET", "/api/operator/going-live", { token });
  return body.list.find((each: { check: string }) => each.check === check);
}

const isGreen = async (check: string): Promise<boolean> => (await line(check)).is_done;

async function put(path: string, body: unknown): Promise<void> {
  const { token } = await club.operator();
  ok(await club.call("PUT", `/api/operator/${path}`, { token, body }));
}

/** Withdraws everything to a bank account, by the provider, to the end. */
async function payOut(player: TestPlayer, cents: number): Promise<void> {
  const { token } = await club.operator();
  const card = {
    bank_name: "Harbour Mutual",
    account_name: "Noor Haldane",
    account_number: "11844417",
    branch_code: "999204",
    swift_bic: "",
    currency: "AUD",
  };
  ok(await club.call("POST", "/api/user/bank_card", { token: player.token, body: card }));
  const verify = `/api/operator/players/${player.id}/bank-card/verify`;
  ok(await club.call("POST", verify, { token, body: {} }));
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '25 hours'");
  const { withdrawal_id: id } = ok(
    await club.call("POST", "/api/withdraw/create", {
      token: player.token,
      body: { amount_cents: cents },
      headers: { "idempotency-key": randomBytes(8).toString("hex") },
    }),
  );
  ok(await club.call("POST", `/api/operator/withdrawals/${id}/approve`, { token, body: {} }));
  await sendPayouts(club.ctx);
  for (const payout of payouts.payouts) payout.status = "paid";
  await club.query("UPDATE payout_order SET next_at = club_now_ms()");
  await sendPayouts(club.ctx);
}

test("money in: an open account to pay into, and it is red again once that is closed", async () => {
  expect(await isGreen("money_in")).toBe(true);
  await put("receiving-accounts", []);
  expect(await isGreen("money_in")).toBe(false);
  const account = {
    bank_name: "Bank of Sydney",
    account_name: "Horse Club",
    account_number: "12345678",
    branch_code: "062-000",
    currency: "AUD",
  };
  await put("receiving-accounts", [account]);
  expect(await isGreen("money_in")).toBe(true);
});

test("1.00 in and out is seen, and no other amount", async () => {
  const player = await club.signUp();
  await club.fund(player, 200);
  expect(await isGreen("payment_in")).toBe(false);
  await payOut(player, 200);
  expect(await isGreen("payment_out")).toBe(false);
  const first = await club.signUp();
  await club.fund(first, 100);
  expect(await line("payment_in")).toMatchObject({ is_done: true, at: expect.any(String) });
  await payOut(first, 100);
  expect(await line("payment_out")).toMatchObject({ is_done: true, at: expect.any(String) });
});

test("a connection is green for a week after it worked, and while it is on", async () => {
  expect(await isGreen("payouts")).toBe(true);
  expect(await isGreen("register")).toBe(true);
  await club.query("UPDATE connection_health SET succeeded_at = succeeded_at - interval '8 days'");
  expect(await isGreen("payouts")).toBe(false);
  expect(await line("register")).toMatchObject({ is_done: false, at: expect.any(String) });
  await club.signUp();
  expect(await isGreen("register")).toBe(true);
  await club.query(
    "INSERT INTO connection (kind, is_on) VALUES ('exclusion', false), ('payout', false)",
  );
  club.ctx.connections.forget();
  expect(await isGreen("register")).toBe(false);
});

describe("a connection that fails", () => {
  const AT = "http://127.0.0.1:9";
  let away: TestClub;
  beforeAll(async () => {
    const named = (kind: string) => ({ [`CLUB_${kind}_URL`]: AT, [`CLUB_${kind}_KEY`]: KEY });
    const hears = (kind: string) => ({ [`CLUB_${kind}_WEBHOOK_SECRET`]: DOUBLE_SECRET });
    away = await startClub({
      env: {
        CLUB_SMTP_URL: "smtp://127.0.0.1:9",
        CLUB_MAIL_FROM: "club@club.example",
        CLUB_SMS_PROVIDER: "http",
        CLUB_SMS_URL: AT,
        CLUB_PAYMENT_PROVIDER: "standard",
        CLUB_PAYOUT_PROVIDER: "standard",
        CLUB_IDENTITY_PROVIDER: "standard",
        CLUB_EXCLUSION_PROVIDER: "standard",
        ...named("PAYMENT"),
        ...named("PAYOUT"),
        ...named("IDENTITY"),
        ...named("EXCLUSION"),
        ...hears("PAYMENT"),
        ...hears("IDENTITY"),
        CLUB_ALERTS_MAIL: "ann@example.org",
      },
    });
    const { token } = await away.operator();
    const body = { rule: "none" };
    ok(await away.call("PUT", "/api/operator/identity-rule", { token, body }));
  });
  afterAll(async () => await away.close());

  test.each([
    ["mail", "mail"],
    ["sms", "sms"],
    ["payment", "money_in"],
    ["payout", "payouts"],
    ["identity", "identity"],
    ["exclusion", "register"],
    ["alerts", "alerts"],
  ] as const)("%s: its line is red and says so, until it works again", async (kind, check) => {
    const { connections } = away.ctx;
    const look = async () => {
      const { is_done: isDone, is_failing: isFailing } = await line(check, away);
      return [isDone, isFailing];
    };
    await connections.note(kind, null);
    expect(await look()).toEqual([true, false]);
    // What a provider will not take is that message's fault; a register has no reason to refuse.
    await connections.note(kind, new ProviderFailure("refused"));
    expect(await look()).toEqual(kind === "exclusion" ? [false, true] : [true, false]);
    await connections.note(kind, new ProviderFailure("timeout"));
    expect(await look()).toEqual([false, true]);
    await connections.note(kind, null);
    expect(await look()).toEqual([true, false]);
  });
});

test("without a provider of payouts the club's own account for files will do", async () => {
  expect(await isGreen("payouts")).toBe(false);
  await put("payouts/account", {
    name: "Horse Club Trust",
    account_number: "1234 5678",
    branch_code: "062-000",
    swift_bic: "",
    bank_code: "CBA",
    user_id: "301500",
  });
  expect(await isGreen("payouts")).toBe(true);
});

test("a register that the law does not ask for: who said so, and when", async () => {
  await put("register-rule", { not_asked_by_law: true, note: "Licence 12." });
  expect(await line("register")).toMatchObject({
    is_done: true,
    by: "owner",
    at: expect.any(String),
  });
});

test("the identity rule counts once somebody has chosen it, also for none", async () => {
  expect(await isGreen("identity")).toBe(false);
  await put("identity-rule", { rule: "none" });
  expect(await line("identity")).toMatchObject({ is_done: true, by: "owner" });
});

test.each([
  ["named, there, and waited for", { names: "'s1'", commit: "on", standbys: 1 }, true],
  [
    "waited for until it has applied",
    { names: "ANY 1 (a, b)", commit: "remote_apply", standbys: 2 },
    true,
  ],
  ["there, but nobody waits for it", { names: "", commit: "on", standbys: 1 }, false],
  ["named, and not there", { names: "'s1'", commit: "on", standbys: 0 }, false],
  ["not waited for by a commit", { names: "'s1'", commit: "local", standbys: 1 }, false],
])("a standby that is %s", (_, replication, isSynchronous) => {
  expect(hasSynchronousStandby(replication)).toBe(isSynchronous);
});

const NOW = new Date("2026-11-20T14:00:00Z");
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

test.each([
  ["archived a moment ago", { is_on: true, archived_at: ago(40), failed_at: null }, true],
  [
    "archived again after it failed",
    { is_on: true, archived_at: ago(40), failed_at: ago(90) },
    true,
  ],
  ["failing since", { is_on: true, archived_at: ago(90), failed_at: ago(40) }, false],
  ["long ago", { is_on: true, archived_at: ago(301), failed_at: null }, false],
  ["never", { is_on: true, archived_at: null, failed_at: null }, false],
  ["before it was turned off", { is_on: false, archived_at: ago(40), failed_at: null }, false],
])("a log that is %s", (_, archive, isKept) => {
  expect(isLogKept({ ...archive, now: NOW })).toBe(isKept);
});
