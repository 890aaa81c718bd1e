import type { Fault } from "@club/doubles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../apps/server/src/test/database.ts";
import { verifyBooks } from "../apps/server/src/proofs/checks/verify-books.ts";
import { openRaces, placeOrder, richPlayer } from "../apps/server/src/test/card-desk.ts";
import { ok } from "../apps/server/src/test/club.ts";
import { newKey, PaymentDesk } from "../apps/server/src/test/payment-desk.ts";
import { storm } from "../apps/server/src/test/payment-storm.ts";
import { isFull } from "../apps/server/src/test/sample.ts";

/* Providers of payments that say anything, and one that is away for an hour. */

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_000);
const NOTICES = isFull ? 10_000 : 300;
const PER_NOTICE_MS = 400;
const LONG_MS = 600_000;

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
afterAll(async () => {
  expect((await verifyBooks(desk.club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
  await desk.close();
});

test(
  `${NOTICES} notices of every kind: none is an error, none books twice or wrongly (SEED=${SEED})`,
  { timeout: LONG_MS + NOTICES * PER_NOTICE_MS },
  async () => {
    const database = await freshDatabase();
    const counts = await storm(database, NOTICES, SEED);
    await database.drop();
    const sent = [...counts.values()].reduce((sum, one) => sum + one, 0);
    if (isFull) console.info(`${sent} notices`, Object.fromEntries(counts));
    expect(sent).toBeGreaterThanOrEqual(NOTICES);
  },
);

const AWAY: readonly (readonly [string, Fault])[] = [
  ["is down", { kind: "cut_after_work" }],
  ["answers 500", { kind: "status", status: 500 }],
  ["answers rubbish", { kind: "rubbish" }],
  ...(isFull ? ([["is slow", { kind: "slow", ms: 30_000 }]] as const) : []),
];

test.each(AWAY)(
  "a provider that %s for an hour stops no bet and no other money; what waited goes out once",
  { timeout: LONG_MS },
  async (_, fault) => {
    const { club, provider } = desk;
    const [race] = await openRaces(club, { runners: [8] });
    const payer = await club.signUp();
    const credit = await club.signUp();
    // One payment is with the payer, and one that came by a credit card is to go back.
    const { id, payment } = await desk.ask(payer);
    const unwanted = await desk.ask(credit);
    provider.choose(unwanted.payment, "credit");
    ok(await desk.tell("succeeded", unwanted.payment));

    provider.http.failAlways(fault);
    provider.choose(payment, "debit");
    const key = newKey();
    const later = await desk.club.signUp();
    expect((await desk.create(later, 3000, key)).body.code).toBe("payment.away");
    // Every turn of that hour comes to nothing, and takes nothing with it.
    const turns = fault.kind === "slow" ? 1 : 6;
    for (let turn = 0; turn < turns; turn += 1) {
      await desk.watch();
      const player = await richPlayer(club);
      ok(await placeOrder(club, player, { race_id: race, bet_type: 1, horse: [3] }));
    }
    expect([await desk.cashOf(payer), unwanted.payment.refundedCents <= 5000]).toEqual([0, true]);
    await club.asAdmin("UPDATE payment SET asked_at = asked_at - interval '1 hour'");

    provider.http.failAlways(null);
    await expect
      .poll(async () => {
        await desk.watch();
        return [await desk.stateOf(id), await desk.cashOf(payer), await desk.stateOf(unwanted.id)];
      })
      .toEqual(["paid", 5000, "returned"]);
    expect(unwanted.payment.refundedCents).toBe(5000);
    // The player presses again: it is the same payment.
    const made = ok(await desk.create(later, 3000, key));
    const asked = provider.list.filter(({ reference }) => reference === made.reference);
    expect(asked).toHaveLength(1);
    const [entries] = await club.query(
      "SELECT count(*)::integer AS n FROM entry WHERE cause = $1",
      [`topup:${id}:approve`],
    );
    expect(entries?.["n"]).toBe(1);
  },
);
