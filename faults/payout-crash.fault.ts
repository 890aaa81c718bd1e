import { randomBytes } from "node:crypto";
import { DOUBLE_SECRET, PayoutsDouble } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, SECRET, startClub, type TestPlayer } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { fewOf } from "../apps/server/src/test/sample.ts";
import { copyOf, queryCopy, runToDie } from "./lib/crash-copies.ts";
import type { PayoutOrder } from "./lib/payout-child.ts";

/**
 * A process that sends withdrawals to a provider is killed between any two steps of "written down",
 * "asked" and "booked". Whoever comes next goes on: each is paid once, and booked once.
 */
const WITHDRAWALS = 3;
const CENTS = 5000;
const KEY = "key of the club";
const POINTS = ["payout.written", "payout.claimed", "payout.answered", "payout.noted"];

let base: FreshDatabase;
let hits: Record<string, number>;

beforeAll(async () => {
  base = await freshDatabase();
  const club = await startClub({ database: base, env: { CLUB_RATE_FACTOR: "0" } });
  const { token } = await club.operator();
  const withdraw = async (player: TestPlayer): Promise<void> => {
    await club.fund(player, CENTS);
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
    const { withdrawal_id: id } = ok(
      await club.call("POST", "/api/withdraw/create", {
        token: player.token,
        body: { amount_cents: CENTS },
        headers: { "idempotency-key": randomBytes(8).toString("hex") },
      }),
    );
    ok(await club.call("POST", `/api/operator/withdrawals/${id}/approve`, { token, body: {} }));
  };
  for (let n = 0; n < WITHDRAWALS; n += 1) await withdraw(await club.signUp());
  await club.query("UPDATE bank_card SET changed_at = changed_at - interval '25 hours'");
  await club.close();
  const provider = await newProvider();
  const copy = await copyOf(base);
  const { output } = await pay(copy, provider);
  hits = JSON.parse(output.slice(output.indexOf("{"))) as Record<string, number>;
  await expectPaidOnce(copy, provider);
  await Promise.all([copy.drop(), provider.http.close()]);
}, 120_000);
afterAll(async () => await base.drop());

test("every crash point is passed, once for each withdrawal", () => {
  expect(Object.keys(hits).toSorted()).toEqual(POINTS.toSorted());
  expect(hits["payout.answered"]).toBe(WITHDRAWALS);
});

test("killed at any point, each withdrawal goes out once", async () => {
  const places = Object.entries(hits).flatMap(([point, times]) =>
    times === 1 ? [point] : [`${point}:1`, `${point}:${times}`],
  );
  for (const place of fewOf(places)) {
    const [copy, provider] = await Promise.all([copyOf(base), newProvider()]);
    expect((await pay(copy, provider, place)).signal, place).toBe("SIGKILL");
    // The lease of the killed process ends.
    await queryCopy(copy, "UPDATE payout_order SET next_at = now()");
    await pay(copy, provider);
    await expectPaidOnce(copy, provider);
    await Promise.all([copy.drop(), provider.http.close()]);
  }
}, 300_000);

test("two processes at once, one of them killed in the middle", async () => {
  const [copy, provider] = await Promise.all([copyOf(base), newProvider()]);
  await Promise.all([pay(copy, provider, "payout.answered"), pay(copy, provider)]);
  await queryCopy(copy, "UPDATE payout_order SET next_at = now()");
  await pay(copy, provider);
  await expectPaidOnce(copy, provider);
  await Promise.all([copy.drop(), provider.http.close()]);
}, 120_000);

async function newProvider(): Promise<PayoutsDouble> {
  const provider = new PayoutsDouble(KEY);
  await provider.http.start();
  return provider;
}

async function pay(copy: FreshDatabase, provider: PayoutsDouble, crashAt = "") {
  const env = {
    CLUB_SECRET: SECRET,
    CLUB_PAYOUT_PROVIDER: "standard",
    CLUB_PAYOUT_URL: provider.http.url,
    CLUB_PAYOUT_KEY: KEY,
    CLUB_PAYOUT_WEBHOOK_SECRET: DOUBLE_SECRET,
  };
  const order: PayoutOrder = { databaseUrl: copy.appUrl, env };
  return await runToDie("payout-child.ts", order, crashAt);
}

/** Then the provider tells by its answer that it has paid, and that is booked once too. */
async function expectPaidOnce(copy: FreshDatabase, provider: PayoutsDouble): Promise<void> {
  expect(provider.payouts.map(({ amount_cents: cents }) => cents)).toEqual(
    Array.from({ length: WITHDRAWALS }, () => CENTS),
  );
  for (const payout of provider.payouts) payout.status = "paid";
  await queryCopy(copy, "UPDATE payout_order SET next_at = now()");
  await pay(copy, provider);
  await pay(copy, provider);
  const [row] = await queryCopy(
    copy,
    `SELECT (SELECT count(*)::int FROM withdrawal WHERE status = 'paid') AS paid,
       (SELECT count(*)::int FROM entry WHERE kind = 'withdrawal_paid') AS entries,
       (SELECT sum(held_cents + cash_cents)::int FROM wallet) AS left, (SELECT sum(amount_cents)::int FROM posting) AS sum`,
  );
  expect(row).toEqual({ paid: WITHDRAWALS, entries: WITHDRAWALS, left: 0, sum: 0 });
  expect(provider.payouts).toHaveLength(WITHDRAWALS);
}
