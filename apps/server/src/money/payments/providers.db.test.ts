import { AdyenDouble, StripeDouble } from "@club/doubles";
import type { AdyenChange, DoublePayment, SignedRequest } from "@club/doubles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { newKey } from "../../test/payment-desk.ts";
import { PAYMENT_KEY, paymentEnv } from "../../test/payment-env.ts";
import { watchPayments } from "./ask-payment.ts";
import { compareDay } from "./compare-days.ts";

const SIX_MINUTES_MS = 360_000;

async function create(club: TestClub, player: TestPlayer) {
  const body = { method: "card", amount_cents: 5000 };
  const headers = { "idempotency-key": newKey() };
  return ok(
    await club.call("POST", "/api/recharge/create", { token: player.token, body, headers }),
  );
}

const cashOf = async (club: TestClub, player: TestPlayer): Promise<number> =>
  ok(await club.call("GET", "/api/user/wallet", player)).cash_cents;

const topUpOf = async (club: TestClub, player: TestPlayer) =>
  (await club.call("GET", "/api/recharge/list", player)).body.list[0];

async function watch(club: TestClub): Promise<void> {
  await club.asAdmin("UPDATE payment SET next_ask_at = now() WHERE next_ask_at IS NOT NULL");
  await club.asAdmin("UPDATE payment_return SET next_at = now() WHERE state = 'waiting'");
  await watchPayments(club.ctx);
}

/** A payment's state, and what its player has. */
async function nowOf(club: TestClub, player: TestPlayer, id: string) {
  const [row] = await club.query("SELECT state FROM payment WHERE id = $1", [id]);
  return [row?.["state"], await cashOf(club, player)];
}

async function refund(club: TestClub, topUpId: string): Promise<void> {
  const { token } = await club.operator();
  const path = `/api/operator/topups/${topUpId}/refund`;
  ok(await club.call("POST", path, { token, body: { reason: "asked for" } }));
}

/** Does an act about the first of a player's open arrivals that allows it; all of them are these. */
async function book(
  club: TestClub,
  player: TestPlayer,
  whys: readonly string[],
  act: "book" | "return" | "won" = "book",
): Promise<void> {
  const { token } = await club.operator();
  const { list } = (await club.call("GET", "/api/operator/payments/arrivals?state=open", { token }))
    .body as { list: { arrival_id: string; player_id: string; why: string; acts: string[] }[] };
  const own = list.filter((each) => each.player_id === player.id);
  expect(own.map(({ why }) => why).toSorted()).toEqual(whys.toSorted());
  const id = own.find(({ acts }) => acts.includes(act))?.arrival_id;
  const path = `/api/operator/payments/arrivals/${id}/${act}`;
  ok(await club.call("POST", path, { token, body: { reason: "looked at" } }));
}

async function end(club: TestClub): Promise<void> {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
}

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

describe("Adyen", () => {
  const secret = "44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056";
  let adyen: AdyenDouble;
  let club: TestClub;
  beforeAll(async () => {
    adyen = await new AdyenDouble({ merchantAccount: "ClubAU", apiKey: "AQ:e1", secret }).start();
    const env = paymentEnv("adyen", adyen.http.url, secret);
    club = await startClub({ env: { ...env, CLUB_PAYMENT_KEY: "ClubAU:AQ:e1" } });
  });
  afterAll(async () => {
    await end(club);
    await adyen.http.close();
  });
  const send = async ({ body, headers }: SignedRequest) =>
    await club.call("POST", "/api/hooks/payments/adyen", { body, headers });
  const paid = async (choice: "debit" | "credit" = "debit") => {
    const player = await club.signUp();
    const made = await create(club, player);
    const payment = adyen.list.at(-1) as DoublePayment;
    adyen.choose(payment, choice);
    return { player, made, payment };
  };

  test("a link is asked for, paid on its page, told by a signed notification, and booked once", async () => {
    const player = await club.signUp();
    adyen.hookUrl = `${club.url}/api/hooks/payments/adyen`;
    const made = await create(club, player);
    expect(JSON.parse(adyen.http.seen.at(-1)?.body ?? "")).toMatchObject({
      merchantAccount: "ClubAU",
      reference: made.reference,
      amount: { value: 5000, currency: "AUD" },
    });
    const pressed = { method: "POST", body: new URLSearchParams({ choice: "debit" }) };
    await fetch(made.redirect_url, { ...pressed, redirect: "manual" });
    adyen.hookUrl = undefined;
    const payment = adyen.list.at(-1) as DoublePayment;
    const again = await send(adyen.noticeOf(payment));
    expect([again.status, again.body]).toEqual([200, "[accepted]"]);
    expect(await cashOf(club, player)).toBe(5000);
  });

  test("the answer to a notification is the word that Adyen waits for", async () => {
    const { payment } = await paid();
    const { body, headers } = adyen.noticeOf(payment);
    const answer = await fetch(`${club.url}/api/hooks/payments/adyen`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    expect([await answer.text(), answer.headers.get("content-type")]).toEqual([
      "[accepted]",
      "text/plain",
    ]);
  });

  test("a credit card goes back by the payment's own reference; its notice changes nothing", async () => {
    const { player, payment } = await paid("credit");
    expect((await send(adyen.noticeOf(payment))).status).toBe(200);
    await watch(club);
    expect(payment.state).toBe("refunded");
    expect((await send(adyen.noticeOf(payment))).status).toBe(200);
    expect([(await topUpOf(club, player)).reason, await cashOf(club, player)]).toEqual([
      "credit",
      0,
    ]);
  });

  test("a link whose notice was lost is booked by asking; where it then says credit, it goes back", async () => {
    const { player, payment, made } = await paid("credit");
    await watch(club);
    expect(await cashOf(club, player)).toBe(5000);
    expect((await send(adyen.noticeOf(payment))).status).toBe(200);
    expect((await send(adyen.noticeOf(payment))).status).toBe(200);
    expect(await cashOf(club, player)).toBe(0);
    await watch(club);
    expect([payment.state, await cashOf(club, player)]).toEqual(["refunded", 0]);
    const [row] = await club.query("SELECT state FROM payment WHERE top_up_id = $1", [
      made.topup_id,
    ]);
    expect(row).toEqual({ state: "refunded" });
  });

  test("what was asked about and is not wanted goes back once its notice names the payment", async () => {
    const { player, payment, made } = await paid();
    ok(await club.call("POST", "/api/user/time-out", { token: player.token, body: { days: 1 } }));
    const state = async () => {
      const [row] = await club.query(
        `SELECT p.state, (SELECT r.state FROM payment_return r WHERE r.payment = p.id ORDER BY r.id DESC LIMIT 1) AS back
         FROM payment p WHERE p.id = $1`,
        [made.topup_id],
      );
      return [row?.["state"], row?.["back"]];
    };
    await watch(club);
    await watch(club);
    // Adyen takes no refund of a link.
    expect(await state()).toEqual(["returning", "refused"]);
    expect((await send(adyen.noticeOf(payment))).status).toBe(200);
    const { token } = await club.operator();
    const path = `/api/operator/topups/${made.topup_id}/return`;
    const body = { act: "again", reason: "its notice came" };
    ok(await club.call("POST", path, { token, body }));
    await watch(club);
    expect([await state(), payment.state]).toEqual([["returned", "done"], "refunded"]);
  });

  test("such money that was spent is for people to look at; a debit card's stays", async () => {
    const [spent, debit] = [await paid("credit"), await paid()];
    await watch(club);
    const { token } = await club.operator();
    const body = { kind: "correction", amount_cents: -1, reason: "spent" };
    ok(await club.call("POST", `/api/operator/players/${spent.player.id}/adjust`, { token, body }));
    for (const { payment } of [spent, debit]) await send(adyen.noticeOf(payment));
    expect(await cashOf(club, spent.player)).toBe(4999);
    expect(await cashOf(club, debit.player)).toBe(5000);
    const arrivals = await club.call("GET", "/api/operator/payments/arrivals", { token });
    const own = arrivals.body.list.filter(
      (each: { payment_id: string }) => each.payment_id === spent.payment.id,
    );
    expect(own).toMatchObject([{ why: "over", funding: "credit", acts: ["dismiss"] }]);
  });

  test("a chargeback takes the money back, and a refund that failed does not", async () => {
    const { player, payment } = await paid();
    await send(adyen.noticeOf(payment));
    await send(adyen.noticeOf(payment, { eventCode: "REFUND", success: false }));
    expect(await cashOf(club, player)).toBe(5000);
    await send(adyen.noticeOf(payment, { eventCode: "CHARGEBACK" }));
    expect(await cashOf(club, player)).toBe(0);
  });

  test.each([
    ["REFUND", false],
    ["REFUND_FAILED", true],
    ["REFUNDED_REVERSED", true],
  ] as const)(
    "a refund of the desk that Adyen took and then tells as %s %s is given back",
    async (eventCode, success) => {
      const { player, payment, made } = await paid();
      await send(adyen.noticeOf(payment));
      await refund(club, made.topup_id);
      await watch(club);
      expect(await nowOf(club, player, made.topup_id)).toEqual(["refunded", 0]);
      adyen.failRefund(payment, 5000);
      await send(adyen.noticeOf(payment, { eventCode, success }));
      await book(club, player, ["refund_failed"]);
      expect(await nowOf(club, player, made.topup_id)).toEqual(["paid", 5000]);
    },
  );

  test("a credit card's money that Adyen took to send back and did not is sent again", async () => {
    const { player, payment, made } = await paid("credit");
    await send(adyen.noticeOf(payment));
    await watch(club);
    expect(await nowOf(club, player, made.topup_id)).toEqual(["returned", 0]);
    adyen.failRefund(payment, 5000);
    await send(adyen.noticeOf(payment, { eventCode: "REFUND", success: false }));
    await book(club, player, ["refund_failed"], "return");
    await watch(club);
    expect([payment.refundedCents, payment.state]).toEqual([5000, "refunded"]);
  });

  test("two equal refunds of a part are two, the same one told again is one", async () => {
    const { player, payment, made } = await paid();
    await send(adyen.noticeOf(payment));
    for (const pspReference of ["PSPONE", "PSPTWO", "PSPONE"]) {
      const change = { eventCode: "REFUND", amountCents: 2000, pspReference };
      await send(adyen.noticeOf(payment, { ...change, pspReference: pspReference + payment.id }));
    }
    for (let n = 2; n > 0; n -= 1) {
      const waiting = Array.from({ length: n }, () => "amount");
      await book(club, player, [...waiting, ...Array.from({ length: 2 - n }, () => "refunded")]);
    }
    expect(await nowOf(club, player, made.topup_id)).toEqual(["paid", 1000]);
  });

  test("a second chargeback after one that was won takes the money again", async () => {
    const { player, payment, made } = await paid();
    await send(adyen.noticeOf(payment));
    await send(adyen.noticeOf(payment, { eventCode: "CHARGEBACK" }));
    await book(club, player, ["disputed"], "won");
    expect(await nowOf(club, player, made.topup_id)).toEqual(["paid", 5000]);
    await send(adyen.noticeOf(payment, { eventCode: "SECOND_CHARGEBACK" }));
    expect(await nowOf(club, player, made.topup_id)).toEqual(["disputed", 0]);
  });

  test("a failed attempt is followed by another that pays", async () => {
    const { player, payment } = await paid();
    await send(adyen.noticeOf(payment, { success: false }));
    expect((await topUpOf(club, player)).status).toBe("rejected");
    await send(adyen.noticeOf(payment));
    expect((await topUpOf(club, player)).status).toBe("approved");
  });

  test.each<[string, (payment: DoublePayment) => SignedRequest]>([
    ["of another merchant", (one) => adyen.noticeOf(one, { merchantAccount: "Other" })],
    ["without a signature", (one) => edit(adyen.noticeOf(one), /"hmacSignature":"[^"]*"/, '"a":1')],
    ["of an edited amount", (one) => edit(adyen.noticeOf(one), '"value":5000', '"value":50000')],
    [
      "of an edited outcome",
      (one) => edit(adyen.noticeOf(one, NO), '"success":"false"', '"success":"true"'),
    ],
    ["with nothing in it", () => ({ body: "{}", headers: {} })],
  ])("a notification %s is refused", async (_what, make) => {
    const { player, payment } = await paid();
    const answer = await send(make(payment));
    expect([answer.status, answer.body.code]).toEqual([401, "hook.refused"]);
    expect(await cashOf(club, player)).toBe(0);
  });
});

const NO: AdyenChange = { success: false };
const edit = (notice: SignedRequest, what: RegExp | string, to: string): SignedRequest => ({
  ...notice,
  body: notice.body.replace(what, to),
});
