import { afterAll, beforeAll, expect, test } from "vitest";
import { StandardPaymentsDouble } from "../packages/doubles/src/payments/standard.ts";
import type { Choice } from "../packages/doubles/src/payments/payment-book.ts";
import { ok, startClub } from "../apps/server/src/test/club.ts";
import type { TestClub, TestPlayer } from "../apps/server/src/test/club.ts";
import { type FreshDatabase, freshDatabase } from "../apps/server/src/test/database.ts";
import { PaymentDesk, newKey } from "../apps/server/src/test/payment-desk.ts";
import { PAYMENT_KEY, PAYMENT_SECRET } from "../apps/server/src/test/payment-env.ts";
import { fewOf, isFull } from "../apps/server/src/test/sample.ts";
import { copyOf, queryCopy, runToDie } from "./lib/crash-copies.ts";
import type { PaymentOrder } from "./lib/payment-child.ts";

/**
 * A process is killed at each step between asking for a payment and having its money booked, or
 * sent back. The next one goes on: the money is there once, and goes back once.
 */
const POINTS = [
  "payment.asked",
  "payment.committed",
  "payment.return-noted",
  "payment.sent-back",
  "payment.stored",
  "payment.taken",
  "payment.to-be-asked",
];

let base: FreshDatabase;
let player: TestPlayer;
let provider: StandardPaymentsDouble;

beforeAll(async () => {
  provider = await new StandardPaymentsDouble({ key: PAYMENT_KEY, secret: PAYMENT_SECRET }).start();
  base = await freshDatabase();
  const club: TestClub = await startClub({ database: base });
  player = await club.signUp();
  await club.close();
}, 120_000);
afterAll(async () => {
  await base.drop();
  await provider.http.close();
});

async function run(copy: FreshDatabase, order: { key: string; choice: Choice }, crashAt = "") {
  const child: PaymentOrder = {
    databaseUrl: copy.appUrl,
    url: provider.http.url,
    playerId: player.id,
    ...order,
  };
  return await runToDie("payment-child.ts", child, crashAt);
}

test("every crash point is passed", async () => {
  const copy = await copyOf(base);
  const { output } = await run(copy, { key: newKey(), choice: "credit" });
  expect(Object.keys(JSON.parse(output.slice(output.indexOf("{"))))).toEqual(
    expect.arrayContaining(POINTS),
  );
  await copy.drop();
}, 120_000);

test.each<Choice>(["debit", "credit"])(
  "killed at any point of a payment by %s, the next process goes on",
  async (choice) => {
    const RETURNING = new Set(["payment.return-noted", "payment.sent-back"]);
    const points = POINTS.filter((each) => choice === "credit" || !RETURNING.has(each));
    for (const point of fewOf(points)) {
      const copy = await copyOf(base);
      const order = { key: newKey(), choice };
      const before = provider.list.length;
      expect((await run(copy, order, point)).signal, point).toBe("SIGKILL");
      await run(copy, order);
      const made = provider.list.slice(before);
      expect(made, point).toHaveLength(1);
      expect(made[0]?.refundedCents, point).toBe(choice === "credit" ? 5000 : 0);
      const [row] = await queryCopy(
        copy,
        `SELECT p.state, w.cash_cents::integer AS cash, (SELECT count(*)::integer FROM entry WHERE kind = 'top_up') AS entries
         FROM payment p, wallet w WHERE w.player_id = $1`,
        [player.id],
      );
      expect(row, point).toEqual(
        choice === "credit"
          ? { state: "returned", cash: 0, entries: 0 }
          : { state: "paid", cash: 5000, entries: 1 },
      );
      await copy.drop();
    }
  },
  300_000,
);

test("a provider that is down, slow or senseless for a while: the rest of the club goes on, and nothing is lost", async () => {
  const desk = await PaymentDesk.open();
  try {
    const one = await desk.club.signUp();
    const { payment } = await desk.ask(one);
    desk.provider.choose(payment, "debit");
    const other = await desk.club.signUp();
    for (const fault of [
      { kind: "status", status: 500 },
      { kind: "rubbish" },
      { kind: "cut_after_work" },
      ...(isFull ? [{ kind: "slow", ms: 30_000 } as const] : []),
    ] as const) {
      desk.provider.http.failAlways(fault);
      expect((await desk.create(other)).status).toBe(503);
      await desk.watch();
      expect(await desk.cashOf(one)).toBe(0);
      // Money that needs no provider comes all the same.
      await desk.club.fund(other, 100);
    }
    desk.provider.http.failAlways(null);
    await desk.watch();
    expect(await desk.cashOf(one)).toBe(5000);
    ok(await desk.create(other));
  } finally {
    await desk.close();
  }
}, 300_000);
