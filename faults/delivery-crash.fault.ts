import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { queueMessage } from "../apps/server/src/tell/outbox/queue-message.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { copyOf, queryCopy, runToDie } from "./lib/crash-copies.ts";
import type { DeliveryOrder } from "./lib/delivery-child.ts";

/**
 * A process that sends the club's outgoing messages is killed between any two steps. The next one
 * sends the rest: each message at least once, under one id, and twice only if it was under way.
 */
const MESSAGES = 12;
const AT_ONCE = 3;
const POINTS = ["delivery.claimed", "delivery.sent", "delivery.noted"];

let base: FreshDatabase;
let hits: Record<string, number>;

beforeAll(async () => {
  base = await freshDatabase();
  const club = await startClub({ database: base });
  for (let n = 0; n < MESSAGES; n += 1) {
    const message = {
      channel: "sms",
      purpose: "notice",
      to: String(n),
      text: "",
      code: null,
    } as const;
    await queueMessage(club.ctx, club.ctx.db.jobs, message);
  }
  await club.close();
  const copy = await copyOf(base);
  const { output } = await deliver(copy);
  hits = JSON.parse(output.slice(output.indexOf("{"))) as Record<string, number>;
  expect(idsIn(output)).toHaveLength(MESSAGES);
  await copy.drop();
}, 120_000);
afterAll(async () => await base.drop());

test("every crash point is passed, in several batches", () => {
  expect(Object.keys(hits).toSorted()).toEqual(POINTS.toSorted());
  expect(hits["delivery.sent"]).toBe(MESSAGES);
  expect(hits["delivery.claimed"]).toBeGreaterThanOrEqual(MESSAGES / AT_ONCE);
});

test("killed at any point, the next process sends the rest", async () => {
  const places = Object.entries(hits).flatMap(([point, times]) =>
    (isFull ? [1, 2, times] : [2]).map((turn) => `${point}:${turn}`),
  );
  for (const place of new Set(places)) {
    const copy = await copyOf(base);
    const killed = await deliver(copy, place);
    expect(killed.signal, place).toBe("SIGKILL");
    const sent = idsIn(killed.output);
    await endLeases(copy);
    sent.push(...idsIn((await deliver(copy)).output));
    await expectAllTold(copy, sent);
    await copy.drop();
  }
}, 300_000);

test("two processes at once, one of them killed in the middle", async () => {
  const copy = await copyOf(base);
  const both = await Promise.all([deliver(copy, "delivery.sent:2"), deliver(copy)]);
  await endLeases(copy);
  const sent = [...both, await deliver(copy)].flatMap(({ output }) => idsIn(output));
  await expectAllTold(copy, sent);
  await copy.drop();
}, 120_000);

async function deliver(copy: FreshDatabase, crashAt = "") {
  const order: DeliveryOrder = { databaseUrl: copy.appUrl, atOnce: AT_ONCE };
  return await runToDie("delivery-child.ts", order, crashAt);
}

const idsIn = (output: string): string[] => output.match(/^[0-9a-f-]{36}$/gm) ?? [];

/** Ends the leases that a killed process held on its messages. */
async function endLeases(copy: FreshDatabase): Promise<void> {
  await queryCopy(copy, "UPDATE delivery SET next_at = now() WHERE state = 'sending'");
}

async function expectAllTold(copy: FreshDatabase, sent: readonly string[]): Promise<void> {
  const rows = await queryCopy(copy, "SELECT id, state FROM delivery");
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => "delivered"));
  expect(new Set(sent)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(sent.length).toBeLessThanOrEqual(MESSAGES + AT_ONCE);
}
