import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { PaymentDesk } from "../../test/payment-desk.ts";
import { STEPS } from "../../test/payment-model.ts";
import type { Step } from "../../test/payment-model.ts";
import { walkOf } from "../../test/payment-walk.ts";
import { isFull } from "../../test/sample.ts";

/*
 * Every order of what can happen to a payment, walked beside a model of it that fits on a page:
 * after each step the wallet, the ledger, the arrivals and the books say the same.
 */

let desk: PaymentDesk;
beforeAll(async () => {
  desk = await PaymentDesk.open();
});
afterAll(async () => await desk.close());

const walk = async (steps: readonly Step[]): Promise<void> => await walkOf(desk, steps);

test("any order of events leaves what the model says", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 }), walk),
    { numRuns: isFull ? 25 : 10, endOnFailure: true },
  );
});

test.each<[string, Step[]]>([
  ["refund before the money", ["refunded", "succeeded", "polled", "close the case"]],
  [
    "dispute after a refund of the desk",
    ["succeeded", "refund by the desk", "disputed", "send back"],
  ],
  [
    "dispute during a refund that the provider refuses, told again later",
    ["succeeded", "refund by the desk", "disputed", "refund refused", "disputed", "close the case"],
  ],
  [
    "the same, looked at before, after a part went back",
    [
      "succeeded",
      "refunded in part",
      "refund by the desk",
      "disputed",
      "close the case",
      "refund refused",
      "disputed",
    ],
  ],
  [
    "refund refused, then disputed",
    ["succeeded", "refund by the desk", "refund refused", "disputed"],
  ],
  ["late after expiry, disputed twice", ["expire", "succeeded", "spend", "disputed", "disputed"]],
  ["sent back, then told so, then disputed", ["credit", "send back", "refunded", "disputed"]],
  ["failed, paid, failed", ["failed", "succeeded", "failed", "refunded", "disputed", "refunded"]],
  [
    "in two parts, then the rest",
    ["succeeded", "spend", "refunded in part", "disputed in part", "close the case", "refunded"],
  ],
  [
    "a part, then the desk, then all of it",
    ["succeeded", "disputed in part", "refund by the desk", "send back", "refunded", "disputed"],
  ],
  ["a part before the money", ["refunded in part", "succeeded", "refunded in part", "disputed"]],
  [
    "a refund that fails after it went out, then out again",
    [
      "succeeded",
      "refund by the desk",
      "send back",
      "disputed",
      "refund failed",
      "give the failed refund back",
      "won",
      "refund by the desk",
      "refund failed",
    ],
  ],
  [
    "a refund that fails while it is under way, and is disputed",
    ["succeeded", "refund by the desk", "disputed", "refund failed", "won", "disputed"],
  ],
  [
    "a refund of the provider's own that fails",
    ["succeeded", "spend", "refunded", "disputed", "refund failed", "give the failed refund back"],
  ],
  [
    "money that was not wanted does not go back",
    ["credit", "refund failed", "send back", "give the failed refund back", "disputed"],
  ],
  [
    "two equal parts, booked, told again, then the rest",
    [
      "refunded in part",
      "succeeded",
      "equal parts",
      "book the parts",
      "refunded in part",
      "disputed in part",
      "won",
      "refund by the desk",
      "send back",
      "refund failed",
      "give the failed refund back",
    ],
  ],
  [
    "disputed, won, disputed, won, refunded",
    ["succeeded", "spend", "disputed", "won", "disputed", "close the case", "refunded", "won"],
  ],
  [
    "a part that was won, twice",
    ["succeeded", "disputed in part", "won", "disputed in part", "won", "refunded", "disputed"],
  ],
  [
    "a part that was won after the desk sent the rest back",
    ["succeeded", "disputed in part", "refund by the desk", "send back", "won", "disputed"],
  ],
  [
    "disputed before the money, won, paid",
    ["disputed", "succeeded", "won", "polled", "disputed", "won", "refund by the desk"],
  ],
  [
    "refunded before the money, failed, paid",
    ["refunded", "refund failed", "give the failed refund back", "succeeded", "disputed"],
  ],
  ["barred when it comes", ["time out", "succeeded", "refunded", "succeeded"]],
])("%s", async (_what, steps) => await walk(steps));
