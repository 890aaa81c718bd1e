import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { startDemoPayments } from "./demo-payments.ts";

let demo: TestClub;
let real: TestClub;
let stop: () => Promise<void>;
beforeAll(async () => {
  demo = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_DEMO: "1" } });
  real = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_DEMO: "0" } });
  stop = await startDemoPayments(demo.ctx, demo.url);
});
afterAll(async () => {
  await stop();
  await Promise.all([demo.close(), real.close()]);
});

async function ask(player: TestPlayer): Promise<{ id: string; page: string }> {
  const made = ok(
    await demo.call("POST", "/api/recharge/create", {
      token: player.token,
      body: { method: "card", amount_cents: 5000 },
      headers: { "idempotency-key": crypto.randomUUID() },
    }),
  );
  return { id: made.topup_id, page: made.redirect_url };
}

async function press(page: string, choice: string): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers,
    body: `choice=${choice}`,
  });
}

const cashOf = async (player: TestPlayer): Promise<number> =>
  ok(await demo.call("GET", "/api/user/wallet", player)).cash_cents;

test("in a demo a card is paid at the double, by the club's own address, and booked by its notice", async () => {
  const player = await demo.signUp();
  const { id, page } = await ask(player);
  expect(page).toMatch(new RegExp(`^${demo.url}/demo/pay/pay_`));
  const shown = await fetch(page);
  expect(await shown.text()).toContain("AUD 50.00");
  expect(shown.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  const back = await press(page, "debit");
  expect([back.status, back.headers.get("location")]).toEqual([
    303,
    `${demo.url}/app/#/pages/recharge/record?topup=${id}`,
  ]);
  expect(await cashOf(player)).toBe(5000);
  expect((await press(page, "gold")).status).toBe(404);
  expect((await fetch(`${demo.url}/demo/pay/pay_none`)).status).toBe(404);
});

test("what the bank declines books nothing; what it tells late is open until then", async () => {
  const player = await demo.signUp();
  expect((await press((await ask(player)).page, "decline")).status).toBe(303);
  expect((await press((await ask(player)).page, "late")).status).toBe(303);
  const { body } = await demo.call("GET", "/api/recharge/list", player);
  expect(body.list.map(({ status }: { status: string }) => status)).toEqual([
    "created",
    "rejected",
  ]);
  expect(await cashOf(player)).toBe(0);
});

test("a real club has no such page, no such provider, and does not offer cards", async () => {
  const player = await real.signUp();
  expect((await fetch(`${real.url}/demo/pay/pay_none`)).status).toBe(404);
  expect((await press(`${real.url}/demo/pay/pay_none`, "debit")).status).toBe(404);
  // Not even if a demo's row were left behind.
  await real.asAdmin(`INSERT INTO connection (kind, provider, settings, is_on)
    VALUES ('payment', 'standard', '{"url": "http://127.0.0.1:9"}', true)`);
  expect((await fetch(`${real.url}/demo/pay/pay_none`)).status).toBe(404);
  await real.asAdmin("DELETE FROM connection");
  const { body } = await real.call("GET", "/api/recharge/methods", player);
  expect(body.list.map(({ method }: { method: string }) => method)).not.toContain("card");
});
