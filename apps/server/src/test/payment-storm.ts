import type { DoublePayment, SignedRequest } from "@club/doubles";
import { expect } from "vitest";
import { verifyBooks } from "../proofs/checks/verify-books.ts";
import { below, pickOne, randomOf } from "../run/demo/random.ts";
import type { PaymentDesk } from "./payment-desk.ts";

const CENTS = 5000;
const AT_ONCE = 10;
const PER_PAYMENT = 8;
const SIX_MINUTES_MS = 360_000;
const HUGE = 300_000;

interface Sent {
  readonly notices: readonly SignedRequest[];
  /** The statuses that the club may answer with. */
  readonly answers: readonly number[];
}

type Make = (desk: PaymentDesk, payment: DoublePayment, pick: (most: number) => number) => Sent;

const good = (...notices: SignedRequest[]): Sent => ({ notices, answers: [200] });
const bad = (...notices: SignedRequest[]): Sent => ({ notices, answers: [400, 401, 413, 422] });
const TYPES = ["succeeded", "succeeded", "succeeded", "failed", "refunded", "disputed"] as const;

/** What a provider, its network or somebody else may send. */
const KINDS: readonly Make[] = [
  ({ provider }, payment, pick) => good(provider.notice(TYPES[pick(TYPES.length)]!, payment)),
  ({ provider }, payment, pick) => good(provider.notice(TYPES[pick(TYPES.length)]!, payment)),
  ({ provider }, payment) =>
    good(
      ...Array.from({ length: 20 }, () =>
        provider.notice("succeeded", payment, { eventId: `one ${payment.id}` }),
      ),
    ),
  ({ provider }, payment, pick) =>
    good(provider.notice("succeeded", payment, { amountCents: 1 + pick(CENTS - 1) })),
  ({ provider }, payment) => good(provider.notice("succeeded", payment, { currency: "EUR" })),
  ({ provider }, payment) => good(provider.notice("succeeded", payment, { reference: "HC 0" })),
  ({ provider }, payment, pick) =>
    good(provider.notice("succeeded", payment, { paymentId: `pay_unknown${pick(50)}` })),
  ({ provider }, payment) =>
    bad(provider.notice("succeeded", payment, { nowMs: Date.now() - SIX_MINUTES_MS })),
  ({ provider }, payment) => bad({ ...provider.notice("succeeded", payment), headers: {} }),
  ({ provider }, payment, pick) => {
    const notice = provider.notice("succeeded", payment);
    return bad({ ...notice, body: notice.body.slice(0, 1 + pick(notice.body.length - 1)) });
  },
  ({ provider }, payment) => {
    const notice = provider.notice("succeeded", payment);
    return bad({ ...notice, body: `${notice.body}${" ".repeat(HUGE)}` });
  },
];

/**
 * Sends so many notices, of every kind and in any order, several at once: no answer is an error of
 * the club, nothing is booked twice, and nothing that should not be.
 */
export async function storm(desk: PaymentDesk, count: number, seed: number): Promise<void> {
  const random = randomOf(String(seed));
  const pick = (most: number): number => below(random, most);
  const payments = await announce(desk, Math.ceil(count / PER_PAYMENT));
  const sent: Sent[] = [];
  for (let n = 0; n < count; n += sent.at(-1)?.notices.length ?? 1) {
    sent.push(pickOne(random, KINDS)(desk, pickOne(random, payments), pick));
  }
  const wrong: string[] = [];
  const work = sent.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { notices, answers } of work) {
        const got = await Promise.all(notices.map(async (each) => await desk.send(each)));
        for (const { status, body } of got) {
          if (!answers.includes(status)) wrong.push(`${status} ${JSON.stringify(body)}`);
        }
      }
    }),
  );
  expect(wrong).toEqual([]);
  await lookAtMoney(desk);
}

/** Payments of as many players as one may be asked for at once. */
async function announce(desk: PaymentDesk, count: number): Promise<DoublePayment[]> {
  const payments: DoublePayment[] = [];
  const PER_PLAYER = 10;
  for (let n = 0; n < count; n += PER_PLAYER) {
    const player = await desk.club.signUp();
    for (let m = 0; m < Math.min(PER_PLAYER, count - n); m += 1) {
      payments.push((await desk.ask(player, CENTS)).payment);
    }
  }
  return payments;
}

async function lookAtMoney(desk: PaymentDesk): Promise<void> {
  const [sums] = await desk.club.query(
    `SELECT count(*) FILTER (WHERE state = 'paid')::integer * ${CENTS} AS paid,
       (SELECT sum(cash_cents)::integer FROM wallet) AS cash,
       (SELECT count(*)::integer FROM payment p WHERE p.booked_at IS NOT NULL AND NOT EXISTS
         (SELECT FROM payment_notice n WHERE n.payment_id = p.payment_id AND n.outcome = 'succeeded')) AS untold
     FROM payment`,
  );
  const chargebacks = await desk.balanceOf("chargebacks");
  expect((sums?.["cash"] ?? 0) + chargebacks).toBe(sums?.["paid"]);
  expect(sums?.["untold"]).toBe(0);
  const entries = await desk.club.query(
    "SELECT cause FROM entry WHERE kind = 'top_up' GROUP BY cause HAVING count(*) > 1",
  );
  expect(entries).toEqual([]);
  expect((await verifyBooks(desk.club.ctx)).checks.filter((check) => !check.ok)).toEqual([]);
}
