import { createHmac } from "node:crypto";
import { HttpDouble } from "../http-double.ts";
import type { DoubleAnswer, SeenRequest } from "../http-double.ts";
import { PaymentBook, choiceOf, newName, payPage } from "./payment-book.ts";
import type { Choice, DoublePayment } from "./payment-book.ts";
import { sendNotice } from "../signed-notices.ts";
import type { SignedRequest } from "../signed-notices.ts";

const MS = 1000;

export interface StripeDispute {
  readonly payment: DoublePayment;
  readonly id: string;
  readonly cents: number;
  /** An inquiry takes nothing; it may become a dispute. */
  status: "warning_needs_response" | "needs_response" | "won" | "lost";
}

/** Stripe, as far as the club speaks with it: Checkout Sessions, refunds, signed events. */
export class StripeDouble extends PaymentBook {
  readonly http: HttpDouble;
  readonly #options: { readonly key: string; readonly secret: string };
  readonly #disputes: StripeDispute[] = [];
  hookUrl: string | undefined;
  /** What refunds are when they are asked for. */
  refundStatus: "succeeded" | "pending" | "failed" | "canceled" = "succeeded";

  constructor(options: {
    readonly key: string;
    readonly secret: string;
    readonly hookUrl?: string;
  }) {
    super();
    this.#options = options;
    this.hookUrl = options.hookUrl;
    this.http = new HttpDouble(async (request) => await this.#answer(request));
  }

  async start(port = 0): Promise<this> {
    await this.http.start(port);
    return this;
  }

  /** An event as Stripe signs it: `t=SECONDS,v1=HEX` over `t.body`. */
  notice(
    type: string,
    object: object,
    change: { eventId?: string; nowMs?: number } = {},
  ): SignedRequest {
    const second = Math.floor((change.nowMs ?? Date.now()) / MS);
    const body = JSON.stringify({
      id: change.eventId ?? newName("evt_"),
      object: "event",
      type,
      created: second,
      data: { object },
    });
    const mac = createHmac("sha256", this.#options.secret)
      .update(`${second}.${body}`)
      .digest("hex");
    return { body, headers: { "stripe-signature": `t=${second},v1=${mac}` } };
  }

  /** The event of a refund, whole or in part: it says what has gone back by then. */
  refundOf(payment: DoublePayment, change: { eventId?: string; nowMs?: number } = {}) {
    return this.notice("charge.refunded", chargeOf(payment), change);
  }

  /** A dispute of a payment, or of a part of it. */
  dispute(
    payment: DoublePayment,
    cents = payment.amountCents,
    status: StripeDispute["status"] = "needs_response",
  ): StripeDispute {
    const dispute: StripeDispute = { payment, id: newName("dp_"), cents, status };
    this.#disputes.push(dispute);
    return dispute;
  }

  /** The event of a dispute that was opened, or by which its money went away. */
  disputeOf(
    { payment, id, cents, status }: StripeDispute,
    what: "created" | "funds_withdrawn" = "created",
  ): SignedRequest {
    const { currency, payment_intent, id: charge } = chargeOf(payment);
    return this.notice(`charge.dispute.${what}`, {
      id,
      object: "dispute",
      amount: cents,
      currency,
      charge,
      payment_intent,
      status,
    });
  }

  /** One of the events of a refund that did not reach the payer. */
  refundFailedOf(
    payment: DoublePayment,
    { id, cents, type = "refund.failed" }: { id: string; cents: number; type?: string },
  ): SignedRequest {
    return this.notice(type, {
      id,
      object: "refund",
      amount: cents,
      currency: payment.currency.toLowerCase(),
      payment_intent: payment.chargeId,
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
  }

  /** The event that follows from what a payment is now. */
  noticeOf(
    payment: DoublePayment,
    change: { eventId?: string; nowMs?: number } = {},
  ): SignedRequest {
    if (payment.state === "refunded") return this.refundOf(payment, change);
    if (payment.state === "disputed") return this.disputeOf(this.dispute(payment));
    const type = payment.state === "failed" ? "expired" : "completed";
    return this.notice(`checkout.session.${type}`, this.#sessionOf(payment, false), change);
  }

  async pay(payment: DoublePayment, choice: Choice): Promise<void> {
    this.choose(payment, choice);
    if (this.hookUrl !== undefined) await sendNotice(this.hookUrl, this.noticeOf(payment));
  }

  #sessionOf(payment: DoublePayment, isExpanded: boolean): object {
    const isPaid = payment.funding !== null;
    const intent = {
      id: payment.chargeId,
      object: "payment_intent",
      latest_charge: isPaid && {
        object: "charge",
        amount: payment.amountCents,
        amount_refunded: payment.refundedCents,
        refunded: payment.state === "refunded",
        disputed: this.#disputesOf(payment.chargeId).length > 0,
        payment_method_details: { type: "card", card: { funding: payment.funding } },
        balance_transaction: { object: "balance_transaction", fee: payment.feeCents },
      },
    };
    return {
      id: payment.id,
      object: "checkout.session",
      client_reference_id: payment.reference,
      status: payment.state === "open" ? "open" : isPaid ? "complete" : "expired",
      payment_status: isPaid ? "paid" : "unpaid",
      amount_total: payment.amountCents,
      currency: payment.currency.toLowerCase(),
      payment_intent: !isPaid ? null : isExpanded ? intent : payment.chargeId,
      url: payment.state === "open" ? `${this.http.url}/pay/${payment.id}` : null,
    };
  }

  async #answer(request: SeenRequest): Promise<DoubleAnswer> {
    if (request.path.startsWith("/pay/")) return await this.#payPage(request);
    if (request.headers["authorization"] !== `Bearer ${this.#options.key}`) return failed(401);
    const [, , kind, , id] = request.path.split("/").map(decodeURIComponent);
    if (request.path === "/v1/refunds") return this.#refund(request);
    if (request.path === "/v1/disputes") return this.#listDisputes(request);
    if (kind !== "checkout") return failed(404);
    if (request.method === "POST") return this.#create(request);
    if (id === undefined) return this.#list(request);
    const payment = this.payments.get(id);
    if (payment === undefined) return failed(404);
    return { status: 200, body: this.#sessionOf(payment, request.query.has("expand[]")) };
  }

  #create(request: SeenRequest): DoubleAnswer {
    const form = new URLSearchParams(request.body);
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    const cents = Number(form.get("line_items[0][price_data][unit_amount]"));
    if (!isForm || form.get("mode") !== "payment" || !(cents > 0)) return failed(400);
    const payment = this.once(`session ${request.headers["idempotency-key"]}`, () =>
      this.add({
        id: newName("cs_test_"),
        chargeId: newName("pi_"),
        reference: form.get("client_reference_id") ?? "",
        amountCents: cents,
        currency: (form.get("line_items[0][price_data][currency]") ?? "").toUpperCase(),
        returnUrl: form.get("success_url") ?? "",
      }),
    );
    return { status: 200, body: this.#sessionOf(payment, false) };
  }

  #list(request: SeenRequest): DoubleAnswer {
    const from = Number(request.query.get("created[gte]")) * MS;
    const until = Number(request.query.get("created[lt]")) * MS;
    const limit = Number(request.query.get("limit") ?? 10);
    const all = this.list.filter(({ madeAt }) => madeAt >= from && madeAt < until);
    const after = all.findIndex(({ id }) => id === request.query.get("starting_after")) + 1;
    const data = all.slice(after, after + limit).map((each) => this.#sessionOf(each, true));
    return { status: 200, body: { object: "list", data, has_more: after + limit < all.length } };
  }

  #disputesOf(chargeId: string): StripeDispute[] {
    return this.#disputes.filter(({ payment }) => payment.chargeId === chargeId);
  }

  #listDisputes(request: SeenRequest): DoubleAnswer {
    const found = this.#disputesOf(request.query.get("payment_intent") ?? "");
    const data = found.map(({ cents, status }) => ({ object: "dispute", amount: cents, status }));
    return { status: 200, body: { object: "list", data, has_more: false } };
  }

  #refund(request: SeenRequest): DoubleAnswer {
    const form = new URLSearchParams(request.body);
    const payment = this.find(form.get("payment_intent") ?? "");
    if (payment === undefined) return failed(404);
    const cents = Number(form.get("amount"));
    const status = this.refundStatus;
    const isTaken = status === "succeeded" || status === "pending";
    return this.once<DoubleAnswer>(`refund ${request.headers["idempotency-key"]}`, () =>
      !isTaken || this.refund(payment, cents)
        ? { status: 200, body: { id: newName("re_"), object: "refund", amount: cents, status } }
        : failed(400),
    );
  }

  async #payPage(request: SeenRequest): Promise<DoubleAnswer> {
    const payment = this.payments.get(request.path.slice("/pay/".length));
    if (payment === undefined) return failed(404);
    if (request.method === "POST") {
      const choice = choiceOf(request);
      if (choice === null) return failed(400);
      // A declined card leaves the session open; only leaving it ends it.
      if (choice !== "decline") await this.pay(payment, choice);
    }
    if (payment.state === "open") return payPage(payment);
    return { status: 303, headers: { location: payment.returnUrl } };
  }
}

function chargeOf(payment: DoublePayment) {
  return {
    id: newName("ch_"),
    object: "charge",
    amount: payment.amountCents,
    amount_refunded: payment.refundedCents,
    currency: payment.currency.toLowerCase(),
    payment_intent: payment.chargeId,
    metadata: { reference: payment.reference },
    refunded: payment.state === "refunded",
  };
}

const failed = (status: number): DoubleAnswer => ({
  status,
  body: { error: { type: "invalid_request_error", message: `the double says ${status}` } },
});
