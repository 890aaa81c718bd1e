import { StripeDouble } from "@club/doubles";
import type { DoublePayment, SignedRequest } from "@club/doubles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  create,
  cashOf,
  topUpOf,
  watch,
  nowOf,
  refund,
  book,
  end,
} from "../../test/club-payments.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { PAYMENT_KEY, paymentEnv } from "../../test/payment-env.ts";
import { compareDay } from "./compare-days.ts";

const SIX_MINUTES_MS = 360_000;

describe("Stripe", () => {
  let stripe: StripeDouble;
  let club: TestClub;
  beforeAll(async () => {
    const secret = "whsec_plain words";
    stripe = await new StripeDouble({ key: PAYMENT_KEY, secret }).start();
    club = await startClub({ env: paymentEnv("stripe", stripe.http.url, secret) });
  });
  afterAll(async () => {
    await end(club);
    await stripe.http.close();
  });
  const send = async ({ body, headers }: SignedRequest) =>
    await club.call("POST", "/api/hooks/payments/stripe", { body, headers });

  test("a session is asked for by a form, paid on its page, and booked once Stripe was asked how", async () => {
    const player = await club.signUp();
    stripe.hookUrl = `${club.url}/api/hooks/payments/stripe`;
    const made = await create(club, player);
    const form = new URLSearchParams(stripe.http.seen.at(-1)?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      mode: "payment",
      client_reference_id: made.reference,
      "line_items[0][price_data][currency]": "aud",
      "line_items[0][price_data][unit_amount]": "5000",
    });
    expect(stripe.http.seen.at(-1)?.headers["idempotency-key"]).toBe(made.topup_id);
    const pressed = { method: "POST", body: new URLSearchParams({ choice: "debit" }) };
    const paid = await fetch(made.redirect_url, { ...pressed, redirect: "manual" });
    expect(paid.headers.get("location")).toContain(`topup=${made.topup_id}`);
    stripe.hookUrl = undefined;
    // The notice is answered before Stripe is, where that takes long.
    await expect.poll(async () => await cashOf(club, player)).toBe(5000);
    const [row] = await club.query("SELECT funding, charge_id FROM payment WHERE id = $1", [
      made.topup_id,
    ]);
    expect(row).toEqual({ funding: "debit", charge_id: expect.stringMatching(/^pi_/) });
    const fees = await club.query(
      "SELECT -p.amount_cents AS cents FROM posting p JOIN account a ON a.id = p.account_id WHERE a.kind = 'payment_fees'",
    );
    expect(fees).toEqual([{ cents: 60n }]);
  });

  test("a credit card is refused and goes back by its PaymentIntent", async () => {
    const player = await club.signUp();
    await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "credit");
    ok(await send(stripe.noticeOf(payment)));
    expect((await topUpOf(club, player)).reason).toBe("credit");
    await watch(club);
    expect([payment.state, await cashOf(club, player)]).toEqual(["refunded", 0]);
  });

  test("Stripe that does not answer is asked later; the notice is taken at once", async () => {
    const player = await club.signUp();
    await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "debit");
    stripe.http.failNext({ kind: "hang" });
    ok(await send(stripe.noticeOf(payment)));
    expect(await cashOf(club, player)).toBe(0);
    await watch(club);
    expect(await cashOf(club, player)).toBe(5000);
  });

  test("refunds and disputes of a charge find their payment", async () => {
    for (const state of ["refunded", "disputed"] as const) {
      const player = await club.signUp();
      const { topup_id: id } = await create(club, player);
      const payment = stripe.list.at(-1) as DoublePayment;
      stripe.choose(payment, "debit");
      ok(await send(stripe.noticeOf(payment)));
      payment.state = state;
      payment.refundedCents = 5000;
      ok(await send(stripe.noticeOf(payment)));
      const [row] = await club.query("SELECT state FROM payment WHERE id = $1", [id]);
      expect([row?.["state"], await cashOf(club, player)]).toEqual([state, 0]);
    }
  });

  test("a refund in part takes that part, and what it comes to later no more than the rest", async () => {
    const player = await club.signUp();
    const { topup_id: id } = await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "debit");
    ok(await send(stripe.noticeOf(payment)));
    const now = async () => {
      const [row] = await club.query("SELECT state FROM payment WHERE id = $1", [id]);
      return [row?.["state"], await cashOf(club, player)];
    };
    for (const [cents, state, cash] of [
      [2000, "paid", 3000],
      [2000, "paid", 3000],
      [3500, "paid", 1500],
      [5000, "refunded", 0],
    ] as const) {
      stripe.refund(payment, cents - payment.refundedCents);
      ok(await send(stripe.refundOf(payment)));
      expect(await now()).toEqual([state, cash]);
    }
  });

  const paid = async () => {
    const player = await club.signUp();
    const { topup_id: id } = await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "debit");
    ok(await send(stripe.noticeOf(payment)));
    expect(await nowOf(club, player, id)).toEqual(["paid", 5000]);
    return { player, id, payment };
  };

  test("a refund that Stripe answers as failed is refused; one that waits is taken, and may fail", async () => {
    const { player, id, payment } = await paid();
    for (const status of ["failed", "canceled"] as const) {
      stripe.refundStatus = status;
      await refund(club, id);
      await watch(club);
      expect(await nowOf(club, player, id)).toEqual(["paid", 5000]);
    }
    stripe.refundStatus = "pending";
    await refund(club, id);
    await watch(club);
    stripe.refundStatus = "succeeded";
    ok(await send(stripe.refundOf(payment)));
    expect(await nowOf(club, player, id)).toEqual(["refunded", 0]);
    stripe.failRefund(payment, 5000);
    for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"]) {
      ok(await send(stripe.refundFailedOf(payment, { id: `re_${id}`, cents: 5000, type })));
    }
    await book(club, player, ["refund_failed"]);
    expect(await nowOf(club, player, id)).toEqual(["paid", 5000]);
  });

  test("the word of the club's own refund that comes after the word that it failed takes nothing", async () => {
    const { player, id, payment } = await paid();
    stripe.refundStatus = "pending";
    await refund(club, id);
    await watch(club);
    stripe.refundStatus = "succeeded";
    const late = stripe.refundOf(payment);
    stripe.failRefund(payment, 5000);
    ok(await send(stripe.refundFailedOf(payment, { id: `re_${id}`, cents: 5000 })));
    await book(club, player, ["refund_failed"]);
    ok(await send(late));
    expect(await nowOf(club, player, id)).toEqual(["paid", 5000]);
    const [open] = await club.query(
      "SELECT outcome, why FROM payment_arrival WHERE player_id = $1 AND state = 'open'",
      [player.id],
    );
    expect(open).toEqual({ outcome: "refunded", why: "over" });
  });

  test("a credit card's money that Stripe could not send back is sent again", async () => {
    const player = await club.signUp();
    const { topup_id: id } = await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "credit");
    ok(await send(stripe.noticeOf(payment)));
    await watch(club);
    expect(await nowOf(club, player, id)).toEqual(["returned", 0]);
    stripe.failRefund(payment, 5000);
    ok(await send(stripe.refundFailedOf(payment, { id: `re_${id}`, cents: 5000 })));
    await book(club, player, ["refund_failed"], "return");
    await watch(club);
    expect([payment.refundedCents, payment.state]).toEqual([5000, "refunded"]);
  });

  test("asking takes what is disputed or went back in part, and never the rest", async () => {
    const { player, id, payment } = await paid();
    const dispute = stripe.dispute(payment, 2000);
    ok(await send(stripe.disputeOf(dispute)));
    expect(await nowOf(club, player, id)).toEqual(["paid", 3000]);
    const day = new Date().toISOString().slice(0, "2026-01-01".length);
    const ask = async () => {
      ok(await send(stripe.noticeOf(payment)));
      await watch(club);
      await compareDay(club.ctx, "stripe", day);
    };
    await ask();
    expect(await nowOf(club, player, id)).toEqual(["paid", 3000]);
    // A refund of a part whose notice was lost.
    stripe.refund(payment, 1000);
    await ask();
    expect(await nowOf(club, player, id)).toEqual(["paid", 2000]);
    dispute.status = "won";
    await book(club, player, ["disputed", "refunded"], "won");
    await ask();
    expect(await nowOf(club, player, id)).toEqual(["paid", 4000]);
    stripe.dispute(payment, 5000);
    const late = await paid();
    stripe.dispute(late.payment, 5000);
    ok(await send(stripe.noticeOf(late.payment)));
    await watch(club);
    expect(await nowOf(club, late.player, late.id)).toEqual(["disputed", 0]);
  });

  test("an inquiry takes nothing until it becomes a dispute, which takes the money once", async () => {
    const { player, id, payment } = await paid();
    const dispute = stripe.dispute(payment, 5000, "warning_needs_response");
    ok(await send(stripe.disputeOf(dispute)));
    ok(await send(stripe.noticeOf(payment)));
    expect(await nowOf(club, player, id)).toEqual(["paid", 5000]);
    dispute.status = "needs_response";
    ok(await send(stripe.disputeOf(dispute, "funds_withdrawn")));
    ok(await send(stripe.disputeOf(dispute, "funds_withdrawn")));
    ok(await send(stripe.disputeOf(dispute)));
    expect(await nowOf(club, player, id)).toEqual(["disputed", 0]);
    const cases = await club.query("SELECT why FROM payment_arrival WHERE payment = $1", [id]);
    expect(cases).toEqual([{ why: "disputed" }]);
  });

  test("what was disputed in part before it is booked is booked, and the part taken", async () => {
    const player = await club.signUp();
    const { topup_id: id } = await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "debit");
    stripe.dispute(payment, 2000);
    stripe.refund(payment, 500);
    await watch(club);
    expect(await nowOf(club, player, id)).toEqual(["paid", 2500]);
  });

  test("an expired session ends the top-up; other events are taken and mean nothing", async () => {
    const player = await club.signUp();
    await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    ok(await send(stripe.notice("customer.created", { id: "cus_1" })));
    ok(await send(stripe.notice("constructor", {})));
    stripe.choose(payment, "cancel");
    ok(await send(stripe.noticeOf(payment)));
    expect((await topUpOf(club, player)).status).toBe("rejected");
  });

  test("what Stripe did not sign within five minutes is refused", async () => {
    const player = await club.signUp();
    await create(club, player);
    const payment = stripe.list.at(-1) as DoublePayment;
    stripe.choose(payment, "debit");
    const good = stripe.noticeOf(payment);
    const signature = good.headers["stripe-signature"] ?? "";
    for (const notice of [
      { ...good, headers: {} },
      { ...good, body: `${good.body} ` },
      { ...good, headers: { "stripe-signature": signature.replace("v1=", "v0=") } },
      { ...good, headers: { "stripe-signature": signature.replace(/t=\d+/, "t=x") } },
      stripe.noticeOf(payment, { nowMs: Date.now() - SIX_MINUTES_MS }),
    ]) {
      expect((await send(notice)).status).toBe(401);
    }
    expect(await cashOf(club, player)).toBe(0);
  });

  test("a day's sessions are read page by page", async () => {
    const day = new Date().toISOString().slice(0, "2026-01-01".length);
    for (let n = 0; n < 120; n += 1) {
      stripe.add({
        id: `cs_open${n}`,
        reference: "",
        amountCents: 1,
        currency: "AUD",
        returnUrl: "",
      });
    }
    const player = await club.signUp();
    await create(club, player);
    stripe.choose(stripe.list.at(-1) as DoublePayment, "debit");
    await compareDay(club.ctx, "stripe", day);
    expect(await cashOf(club, player)).toBe(5000);
  });
});
