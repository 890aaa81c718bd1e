import type { DoublePayment, SignedRequest } from "@club/doubles";
import { expect, vi } from "vitest";
import { watchPayments } from "../money/payments/ask-payment.ts";
import { brokenChecks } from "./checks.ts";
import { pickOne, pickSome, randomOf } from "../run/demo/random.ts";
import { ok } from "./club.ts";
import type { FreshDatabase } from "./database.ts";
import { closeFronts, openFronts, sendTo, watchAll } from "./payment-fronts.ts";
import type { Front } from "./payment-fronts.ts";
import { newKey } from "./payment-desk.ts";
import { NOISE, STORIES } from "./payment-stories.ts";
import type { Case, Noise, Storm } from "./payment-stories.ts";

const AT_ONCE = 100;
/** As many open payments as one player may have. */
const PER_PLAYER = 10;
const PER_PAYMENT = 14;
/** Notices of a story, a little less than on average. */
const PER_STORY = 4;

/**
 * Sends so many notices of three providers, of every kind and in any order, many at once: no answer
 * is an error of the club, and afterwards each payment is what it must be, its money is booked once,
 * and Arrivals hold what belongs there. Returns how many were sent, by kind and status.
 */
export async function storm(
  database: FreshDatabase,
  count: number,
  seed: number,
): Promise<ReadonlyMap<string, number>> {
  const fronts = await openFronts(database);
  try {
    return await rage(fronts, count, seed);
  } finally {
    await closeFronts(fronts);
  }
}

async function rage(
  fronts: readonly Front[],
  count: number,
  seed: number,
): Promise<Storm["counts"]> {
  const parts = { counts: new Map(), wrong: [], arrivals: new Set<string>() };
  const it: Storm = { fronts, random: randomOf(String(seed)), ...parts };
  const cases = await announce(it, Math.ceil(count / PER_PAYMENT));
  const work: (() => Promise<void>)[] = cases.map((one) => async () => await live(it, one));
  work.push(...noiseOf(it, cases, count - cases.length * PER_STORY));
  const queue = pickSome(it.random, work, work.length).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const each of queue) await each();
    }),
  );
  expect(it.wrong).toEqual([]);
  await settleReturns(it);
  await lookAtMoney(it, cases);
  return it.counts;
}

/** So many notices that change nothing, of every kind at every provider, each about any payment of it. */
function noiseOf(it: Storm, cases: readonly Case[], count: number): (() => Promise<void>)[] {
  const kinds = it.fronts.flatMap((front) =>
    NOISE.filter(({ isOf }) => isOf?.(front) ?? true).map((noise) => ({ front, noise })),
  );
  return Array.from({ length: count }, (_, n) => {
    const { front, noise } = kinds[n % kinds.length] as (typeof kinds)[number];
    const one = pickOne(
      it.random,
      cases.filter((each) => each.front === front),
    );
    return async () => await disturb(it, one, noise);
  });
}

/** Before the storm a machine that is busy with others may be waited for; within it nothing is tried twice. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  return await vi.waitFor(work, { timeout: 120_000, interval: 500 });
}

/** Payments that the club asks for: each story at each provider, then any. */
async function announce({ fronts, random }: Storm, least: number): Promise<Case[]> {
  const plans = fronts.flatMap((front) => STORIES.map((story) => ({ front, story })));
  while (plans.length < least) plans.push(pickOne(random, plans));
  const cases: Case[] = [];
  for (let n = 0; n < plans.length; n += PER_PLAYER) {
    const player = await patiently(async () => await fronts[0]!.club.signUp());
    for (const { front, story } of plans.slice(n, n + PER_PLAYER)) {
      // Each amount is another one, so that no two payments can be taken for each other.
      const body = { method: "card", amount_cents: 1000 + cases.length };
      const headers = { "idempotency-key": newKey() };
      const asked = { token: player.token, body, headers };
      const { reference } = await patiently(async () =>
        ok(await front.club.call("POST", "/api/recharge/create", asked)),
      );
      const payment = front.book.list.find((each) => each.reference === reference);
      cases.push({ front, story, playerId: player.id, payment: payment as DoublePayment });
    }
  }
  return cases;
}

async function live(it: Storm, one: Case): Promise<void> {
  const { front, payment, story } = one;
  const sent = { name: story.name, answers: [200], hook: front.name };
  await story.run({
    ...one,
    tell: async (...notices) => await send(it, one, { ...sent, notices }),
    until: async (state) =>
      await expect
        .poll(async () => await stateOf(front, payment), {
          message: `${front.name}, ${story.name}`,
        })
        .toBe(state),
    arrives: (why, id = payment.id) => void it.arrivals.add(`${front.name} ${id} ${why}`),
  });
}

async function disturb(it: Storm, one: Case, noise: Noise): Promise<void> {
  const { name, answers, hook = one.front.name, make } = noise;
  await send(it, one, { name, answers, hook, notices: make(one, it) });
}

async function send(
  it: Storm,
  { front }: Case,
  sent: { name: string; answers: readonly number[]; hook: string; notices: SignedRequest[] },
): Promise<void> {
  const { name, answers, hook, notices } = sent;
  const got = await Promise.all(notices.map(async (each) => await sendTo(front, each, hook)));
  for (const { status, body } of got) {
    const key = `${front.name}, ${name}: ${status}`;
    it.counts.set(key, (it.counts.get(key) ?? 0) + 1);
    if (!answers.includes(status)) it.wrong.push(`${key} ${JSON.stringify(body)}`);
  }
}

/**
 * What the club knows of a payment. A notice of Stripe's may not say enough: then it is asked, at the
 * latest when the job comes by again.
 */
async function stateOf({ name, club }: Front, { id }: DoublePayment): Promise<string> {
  const [row] = await club.query("SELECT state FROM payment WHERE payment_id = $1", [id]);
  if (name === "stripe" && row?.["state"] === "open") {
    await club.asAdmin("UPDATE payment SET next_ask_at = now() WHERE payment_id = $1", [id]);
    await watchPayments(club.ctx);
  }
  return row?.["state"];
}

/** What is to go back goes back, and what the providers say when asked changes nothing more. */
async function settleReturns({ fronts }: Storm): Promise<void> {
  const { club } = fronts[0]!;
  await club.asAdmin("UPDATE payment SET next_ask_at = now() WHERE next_ask_at IS NOT NULL");
  await expect
    .poll(async () => {
      await watchAll(fronts);
      return await club.query(
        `SELECT FROM payment_return WHERE state = 'waiting'
         UNION ALL SELECT FROM payment WHERE next_ask_at <= club_now() LIMIT 1`,
      );
    })
    .toEqual([]);
}

async function lookAtMoney({ fronts, arrivals }: Storm, cases: readonly Case[]): Promise<void> {
  const { club } = fronts[0]!;
  const rows = await club.query(
    `SELECT p.payment_id AS id, p.state, p.booked_at IS NOT NULL AS is_booked,
       (SELECT count(*)::int FROM entry e WHERE e.cause = 'topup:' || p.id || ':approve') AS entries
     FROM payment p ORDER BY p.payment_id`,
  );
  const ends = cases.map(({ front, payment, story }) => ({
    id: payment.id,
    state: story.end(front).state,
  }));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(rows.map(({ id, state }) => ({ id, state })).toSorted(byId as never)).toEqual(
    ends.toSorted(byId),
  );
  // Each payment that was booked has one entry, and there is no entry besides.
  const odd = rows.filter(({ is_booked: is, entries }) => entries !== (is === true ? 1 : 0));
  expect(odd).toEqual([]);
  const [all] = await club.query("SELECT count(*)::int AS n FROM entry WHERE kind = 'top_up'");
  expect(all?.["n"]).toBe(rows.filter((row) => row["is_booked"]).length);
  const cash = await club.query("SELECT player_id, cash_cents::int FROM wallet");
  const due = new Map<string, number>();
  for (const { front, payment, playerId, story } of cases) {
    const cents = story.end(front).isPaid ? payment.amountCents : 0;
    due.set(playerId, (due.get(playerId) ?? 0) + cents);
  }
  expect(new Map(cash.map((row) => [row["player_id"], row["cash_cents"]]))).toEqual(due);
  const kept = await club.query("SELECT DISTINCT provider, payment_id, why FROM payment_arrival");
  const keys = kept.map(({ provider, payment_id: id, why }) => `${provider} ${id} ${why}`);
  expect(keys.toSorted()).toEqual([...arrivals].toSorted());
  expect(await brokenChecks(club.ctx)).toEqual([]);
}
