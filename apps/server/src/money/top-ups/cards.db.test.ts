import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestPlayer } from "../../test/club.ts";
import { signEvent } from "./methods/sandbox-card.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  await setSandbox(true);
});
afterAll(async () => {
  expect((await verifyBooks(club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await club.close();
});

async function setSandbox(isOn: boolean): Promise<void> {
  await club.asAdmin("DELETE FROM setting WHERE name = 'top_up.sandbox_card'");
  if (!isOn) return;
  await club.query(
    "INSERT INTO setting (name, version, value) VALUES ('top_up.sandbox_card', 1, '{\"is_open\":true}')",
  );
}

interface Made {
  id: string;
  page: string;
  payment: string;
}

async function announce(player: TestPlayer, cents = 5000): Promise<Made> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { method: "sandbox_card", amount_cents: cents };
  const { token } = player;
  const made = ok(await club.call("POST", "/api/recharge/create", { token, body, headers }));
  return { id: made.topup_id, page: made.pay_url, payment: made.pay_url.split("/").at(-1) };
}

async function press(page: string, outcome: string): Promise<Response> {
  return await fetch(club.url + page, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `outcome=${outcome}`,
  });
}

interface Notice {
  payment: string;
  outcome?: string;
  cents?: number;
  event?: string;
  nowMs?: number;
}

async function tell(notice: Notice, signature?: string): Promise<Answer> {
  const {
    payment,
    outcome = "paid",
    cents = 5000,
    event = randomBytes(8).toString("hex"),
  } = notice;
  const body = JSON.stringify({
    event_id: event,
    payment_id: payment,
    outcome,
    amount_cents: cents,
    currency: "AUD",
  });
  const headers = {
    "sandbox-signature": signature ?? signEvent(club.ctx, body, notice.nowMs ?? Date.now()),
  };
  return await club.call("POST", "/api/recharge/webhook/sandbox_card", { body, headers });
}

async function cashOf(player: TestPlayer): Promise<number> {
  return ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;
}

async function statusOf(player: TestPlayer): Promise<[string, string | null]> {
  const { body } = await club.call("GET", "/api/recharge/list", player);
  return [body.list[0].status, body.list[0].reason];
}

test("by the provider's page to the balance, once however often it is pressed", async () => {
  const player = await club.signUp();
  const { id, page } = await announce(player);
  const shown = await fetch(club.url + page, { headers: { "accept-language": "zh-Hant" } });
  const html = await shown.text();
  expect(shown.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(html).toContain("沙盒");
  expect(html).toContain("50.00");
  expect(html).not.toMatch(/<script|<input/);
  const answers = await Promise.all([
    press(page, "paid"),
    press(page, "paid"),
    press(page, "declined"),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/app/#/pages/recharge/recharge?topup=${id}`,
    ]);
  }
  const cash = await cashOf(player);
  const [status, reason] = await statusOf(player);
  // Whichever was pressed first counts.
  expect([
    [5000, "approved", null],
    [0, "rejected", "declined"],
  ]).toContainEqual([cash, status, reason]);
  const again = await fetch(club.url + page, { redirect: "manual" });
  expect(again.status).toBe(303);
  const entries = await club.query("SELECT 1 FROM entry WHERE cause = $1", [`topup:${id}:approve`]);
  expect(entries.length).toBe(cash === 5000 ? 1 : 0);
});

test("what the bank declines, or the player leaves, moves nothing", async () => {
  for (const outcome of ["declined", "cancelled"]) {
    const player = await club.signUp();
    const { page } = await announce(player);
    expect((await press(page, outcome)).status).toBe(303);
    expect([await cashOf(player), ...(await statusOf(player))]).toEqual([0, "rejected", outcome]);
  }
  const player = await club.signUp();
  expect((await press((await announce(player)).page, "gold")).status).toBe(422);
});

test("a notice is taken once: repeated, told anew, or contradicted later", async () => {
  const player = await club.signUp();
  const { payment } = await announce(player);
  const event = "evt-1";
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await tell({ payment, event })),
  );
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 503]))).toEqual(
    new Set(),
  );
  ok(await tell({ payment, event }));
  ok(await tell({ payment }));
  ok(await tell({ payment, outcome: "declined" }));
  expect(await cashOf(player)).toBe(5000);
  expect((await statusOf(player))[0]).toBe("approved");
});

test("a notice that is not the provider's is refused and moves nothing", async () => {
  const player = await club.signUp();
  const { payment } = await announce(player);
  const good = signEvent(club.ctx, "another body", Date.now());
  const SIX_MINUTES_MS = 360_000;
  const refused = [
    await tell({ payment }, ""),
    await tell({ payment }, "t=1,v1=00"),
    await tell({ payment }, good),
    await tell({ payment }, good.replace(/v1=./, "v1=0")),
    await tell({ payment, nowMs: Date.now() - SIX_MINUTES_MS }),
    await tell({ payment, nowMs: Date.now() + SIX_MINUTES_MS }),
    await tell({ payment, cents: 5001 }),
  ];
  for (const { status, body } of refused)
    expect([status, body.code]).toEqual([403, "card_event.refused"]);
  expect((await tell({ payment: crypto.randomUUID() })).status).toBe(404);
  expect([await cashOf(player), (await statusOf(player))[0]]).toEqual([0, "created"]);
});

test("a limit that was tightened meanwhile holds: the payment is turned down", async () => {
  const player = await club.signUp();
  const { payment } = await announce(player);
  const body = { limits: [{ kind: "deposit", period: "day", amount_cents: 100 }] };
  ok(await club.call("PUT", "/api/user/limits", { token: player.token, body }));
  ok(await tell({ payment }));
  expect([await cashOf(player), ...(await statusOf(player))]).toEqual([0, "rejected", "limit"]);
});

test("no operator decides a card, and the queue does not show one that is not paid", async () => {
  const player = await club.signUp();
  const { id } = await announce(player);
  const { token } = await club.operator("cashier");
  const queue = await club.call("GET", "/api/operator/topups?status=waiting", { token });
  expect(queue.body.list.map((each: { topup_id: string }) => each.topup_id)).not.toContain(id);
  const answer = await club.call("POST", `/api/operator/topups/${id}/approve`, { token });
  expect(answer.body.code).toBe("top_up.state");
  expect(await cashOf(player)).toBe(0);
});

test("a real club has no sandbox: not among its ways, and its page is not there", async () => {
  const player = await club.signUp();
  const { page } = await announce(player);
  await setSandbox(false);
  const { body } = await club.call("GET", "/api/recharge/methods", player);
  expect(body.list.map((each: { method: string }) => each.method)).toEqual(["bank_transfer"]);
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const refused = await club.call("POST", "/api/recharge/create", {
    token: player.token,
    body: { method: "sandbox_card", amount_cents: 100 },
    headers,
  });
  expect(refused.body.code).toBe("top_up.method_unknown");
  expect((await fetch(club.url + page)).status).toBe(404);
  await setSandbox(true);
});
