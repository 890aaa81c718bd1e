import { afterAll, beforeAll, expect, test } from "vitest";
import { PaymentDesk } from "../../test/payment-desk.ts";
import { storm } from "../../test/payment-storm.ts";

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000_000);
const NOTICES = 300;

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
afterAll(async () => await desk.close());

test(
  `notices of every kind: none is an error, none books twice or wrongly (SEED=${SEED})`,
  { timeout: 120_000 },
  async () => {
    await storm(desk, NOTICES, SEED);
    const [row] = await desk.club.query("SELECT count(*)::integer AS n FROM payment_notice");
    expect(row?.["n"]).toBeGreaterThan(0);
  },
);
