import { Webhook } from "standardwebhooks";
import { HttpDouble } from "../http-double.ts";
import type { DoubleAnswer, SeenRequest } from "../http-double.ts";
import { PaymentBook, choiceOf, newName, payPage } from "./payment-book.ts";
import type { Choice, DoublePayment } from "./payment-book.ts";
import { sendNotice } from "../signed-notices.ts";
import type { SignedRequest } from "../signed-notices.ts";

export interface StandardOptions {
  readonly key: string;
  /** `whsec_` and base64. */
  readonly secret: string;
  /** Where notices go; none: a test sends them itself. */
  readonly hookUrl?: string;
  /** Where a browser finds the page of a payment, seen from the way back; none: at the double itself. */
  readonly pageUrl?: (returnUrl: string, id: string) => string;
  /** How late what is paid late is told; none: when a test says so by `endLate`. */
  readonly lateMs?: number;
}

export interface NoticeChange {
  readonly eventId?: string;
  readonly nowMs?: number;
  readonly amountCents?: number;
  readonly currency?: string;
  readonly reference?: string;
  readonly paymentId?: string;
  readonly funding?: string;
  readonly feeCents?: number;
  /** Of a refund or a dispute: what has gone back by then; of a refund that failed: how much did not. */
  readonly backCents?: number;
}

/** The standard payment provider, with a page to pay on and signed notices. */
export class StandardPaymentsDouble extends PaymentBook {
  readonly http: HttpDouble;
  readonly #options: StandardOptions;
  readonly #late = new Map<string, NodeJS.Timeout | null>();
  /** Where notices go; it may be set once the club's address is known. */
  hookUrl: string | undefined;

  constructor(options: StandardOptions) {
    super();
    this.#options = options;
    this.hookUrl = options.hookUrl;
    this.http = new HttpDouble(async (request) => await this.#answer(request));
  }

  async start(port = 0): Promise<this> {
    await this.http.start(port);
    return this;
  }

  /** A notice of what a payment is, or of another type, as the provider would sign it. */
  notice(
    type: "succeeded" | "failed" | "refunded" | "refund_failed" | "disputed",
    payment: DoublePayment,
    change: NoticeChange = {},
  ): SignedRequest {
    const at = new Date(change.nowMs ?? Date.now());
    const id = change.eventId ?? newName("msg_");
    const body = JSON.stringify({
      type: `payment.${type}`,
      data: {
        payment_id: change.paymentId ?? payment.id,
        reference: change.reference ?? payment.reference,
        amount_cents: change.amountCents ?? payment.amountCents,
        currency: change.currency ?? payment.currency,
        funding: change.funding ?? payment.funding ?? "debit",
        fee_cents: change.feeCents,
        back_cents: change.backCents,
      },
    });
    return {
      body,
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(this.#options.secret).sign(id, at, body),
      },
    };
  }

  /** What a payer does on the page, and the notice of it. */
  async pay(payment: DoublePayment, choice: Choice): Promise<void> {
    if (choice === "late") {
      this.#late.set(payment.id, this.#timer(payment));
      return;
    }
    this.choose(payment, choice);
    if (payment.state === "open") return;
    await this.tell(payment.state, payment);
  }

  /** The bank says at last what was paid late. */
  async endLate(payment: DoublePayment): Promise<void> {
    clearTimeout(this.#late.get(payment.id) ?? undefined);
    if (this.#late.delete(payment.id)) await this.pay(payment, "debit");
  }

  async close(): Promise<void> {
    for (const timer of this.#late.values()) clearTimeout(timer ?? undefined);
    await this.http.close();
  }

  #timer(payment: DoublePayment): NodeJS.Timeout | null {
    const { lateMs } = this.#options;
    if (lateMs === undefined) return null;
    return setTimeout(() => void this.endLate(payment), lateMs).unref();
  }

  /** Tells the club, if its address is known. */
  async tell(type: Exclude<DoublePayment["state"], "open">, payment: DoublePayment): Promise<void> {
    if (this.hookUrl === undefined) return;
    await sendNotice(this.hookUrl, this.notice(type, payment));
  }

  async #answer(request: SeenRequest): Promise<DoubleAnswer> {
    if (request.path.startsWith("/pay/")) return await this.#payPage(request);
    if (request.headers["authorization"] !== `Bearer ${this.#options.key}`) return { status: 401 };
    const [, first, id, what] = request.path.split("/").map(decodeURIComponent);
    if (first !== "payments") return { status: 404 };
    if (id === undefined) {
      return request.method === "POST" ? this.#create(request) : this.#listDay(request);
    }
    const payment = this.payments.get(id);
    if (payment === undefined) return { status: 404, body: { error: "no such payment" } };
    if (what === "refunds" && request.method === "POST") return this.#refund(request, payment);
    return { status: 200, body: viewOf(payment) };
  }

  #create(request: SeenRequest): DoubleAnswer {
    const key = request.headers["idempotency-key"] ?? "";
    const asked = JSON.parse(request.body) as {
      reference: string;
      amount_cents: number;
      currency: string;
      return_url: string;
    };
    if (key === "" || !(asked.amount_cents > 0)) return { status: 422, body: { error: "invalid" } };
    const payment = this.once(`payment ${key}`, () =>
      this.add({
        id: newName("pay_"),
        reference: asked.reference,
        amountCents: asked.amount_cents,
        currency: asked.currency,
        returnUrl: asked.return_url,
      }),
    );
    const { pageUrl } = this.#options;
    const own = `${this.http.url}/pay/${payment.id}`;
    const redirect = pageUrl?.(payment.returnUrl, payment.id) ?? own;
    return { status: 201, body: { payment_id: payment.id, redirect_url: redirect } };
  }

  #listDay(request: SeenRequest): DoubleAnswer {
    const day = request.query.get("day") ?? "";
    const isOf = ({ madeAt }: DoublePayment) => new Date(madeAt).toISOString().startsWith(day);
    const list = this.list.filter((payment) => payment.state !== "open" && isOf(payment));
    return { status: 200, body: { list: list.map(viewOf) } };
  }

  #refund(request: SeenRequest, payment: DoublePayment): DoubleAnswer {
    const { amount_cents: cents } = JSON.parse(request.body) as { amount_cents: number };
    const key = `refund ${request.headers["idempotency-key"] ?? ""}`;
    return this.once<DoubleAnswer>(key, () =>
      this.refund(payment, cents)
        ? { status: 201, body: { refund_id: newName("re_"), amount_cents: cents } }
        : { status: 422, body: { error: "cannot be refunded" } },
    );
  }

  async #payPage(request: SeenRequest): Promise<DoubleAnswer> {
    const payment = this.payments.get(request.path.slice("/pay/".length));
    if (payment === undefined) return { status: 404 };
    if (request.method === "POST") {
      const choice = choiceOf(request);
      if (choice === null) return { status: 422 };
      await this.pay(payment, choice);
    } else if (payment.state === "open") return payPage(payment);
    return { status: 303, headers: { location: payment.returnUrl } };
  }
}

function viewOf(payment: DoublePayment): object {
  const { refundedCents: back, amountCents } = payment;
  const isPart = payment.state === "succeeded" && back > 0 && back < amountCents;
  return {
    payment_id: payment.id,
    reference: payment.reference,
    status: isPart ? "refunded" : payment.state,
    back_cents: isPart ? back : undefined,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    funding: payment.funding,
    fee_cents: payment.feeCents,
  };
}
