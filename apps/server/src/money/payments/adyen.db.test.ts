import { AdyenDouble } from "@club/doubles";
import type { AdyenChange, DoublePayment, SignedRequest } from "@club/doubles";
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
import { paymentEnv } from "../../test/payment-env.ts";

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
