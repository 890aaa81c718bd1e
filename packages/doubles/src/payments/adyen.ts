import { createHmac } from "node:crypto";
import { HttpDouble } from "../http-double.ts";
import type { DoubleAnswer, SeenRequest } from "../http-double.ts";
import { PaymentBook, choiceOf, newName, payPage } from "./payment-book.ts";
import type { Choice, DoublePayment } from "./payment-book.ts";
import { sendNotice } from "../signed-notices.ts";
import type { SignedRequest } from "../signed-notices.ts";

export interface AdyenOptions {
  readonly merchantAccount: string;
  readonly apiKey: string;
  /** The HMAC key, in hex. */
  readonly secret: string;
  readonly hookUrl?: string;
}

export interface AdyenChange {
  readonly eventCode?: string;
  readonly success?: boolean;
  readonly amountCents?: number;
  readonly merchantAccount?: string;
  /** Of a refund or a dispute: the same one told again has the same. */
  readonly pspReference?: string;
}

/** Adyen, as far as the club speaks with it: payment links, refunds, notifications with HMAC. */
export class AdyenDouble extends PaymentBook {
  readonly http: HttpDouble;
  readonly #options: AdyenOptions;
  hookUrl: string | undefined;

  constructor(options: AdyenOptions) {
    super();
    this.#options = options;
    this.hookUrl = options.hookUrl;
    this.http = new HttpDouble(async (request) => await this.#answer(request));
  }

  async start(port = 0): Promise<this> {
    await this.http.start(port);
    return this;
  }

  /** The notification of what a payment is now. */
  noticeOf(payment: DoublePayment, change: AdyenChange = {}): SignedRequest {
    const eventCode = change.eventCode ?? codeOf(payment);
    const { merchantAccount = this.#options.merchantAccount } = change;
    const isFirst = eventCode === "AUTHORISATION";
    const { success = payment.state !== "failed" } = change;
    const item = {
      eventCode,
      success: String(success),
      eventDate: new Date().toISOString(),
      merchantAccountCode: merchantAccount,
      merchantReference: payment.reference,
      ...referencesOf(payment, isFirst, success),
      ...(change.pspReference !== undefined && { pspReference: change.pspReference }),
      paymentMethod: "visa",
      amount: {
        currency: payment.currency,
        value: change.amountCents ?? payment.amountCents,
      },
    };
    const additionalData = {
      hmacSignature: this.#sign(item),
      paymentLinkId: isFirst ? payment.id : undefined,
      fundingSource: payment.funding?.toUpperCase(),
    };
    const NotificationRequestItem = { ...item, additionalData };
    const body = JSON.stringify({
      live: "false",
      notificationItems: [{ NotificationRequestItem }],
    });
    return { body, headers: {} };
  }

  #sign(item: {
    readonly [field: string]: unknown;
    readonly amount: { value: number; currency: string };
  }): string {
    const text = [
      item["pspReference"],
      item["originalReference"],
      item["merchantAccountCode"],
      item["merchantReference"],
      item.amount.value,
      item.amount.currency,
      item["eventCode"],
      item["success"],
    ].join(":");
    const key = Buffer.from(this.#options.secret, "hex");
    return createHmac("sha256", key).update(text).digest("base64");
  }

  async pay(payment: DoublePayment, choice: Choice): Promise<void> {
    this.choose(payment, choice);
    if (this.hookUrl !== undefined) await sendNotice(this.hookUrl, this.noticeOf(payment));
  }

  async #answer(request: SeenRequest): Promise<DoubleAnswer> {
    if (request.path.startsWith("/pay/")) return await this.#payPage(request);
    if (request.headers["x-api-key"] !== this.#options.apiKey) return failed(401);
    const [, kind, id, what] = request.path.split("/").map(decodeURIComponent);
    if (kind === "paymentLinks" && request.method === "POST") return this.#create(request);
    if (kind === "payments" && what === "refunds") {
      // A link and its payment have names of their own.
      const paid = this.list.find(({ chargeId }) => chargeId === id);
      return paid === undefined ? failed(422) : this.#refund(request, paid);
    }
    const payment = this.payments.get(id ?? "");
    return payment === undefined ? failed(404) : { status: 200, body: this.#linkOf(payment) };
  }

  #create(request: SeenRequest): DoubleAnswer {
    const asked = JSON.parse(request.body) as {
      merchantAccount: string;
      reference: string;
      returnUrl: string;
      amount: { value: number; currency: string };
    };
    if (asked.merchantAccount !== this.#options.merchantAccount) return failed(403);
    const payment = this.once(`link ${request.headers["idempotency-key"]}`, () =>
      this.add({
        id: newName("PL"),
        chargeId: newName("PSP"),
        reference: asked.reference,
        amountCents: asked.amount.value,
        currency: asked.amount.currency,
        returnUrl: asked.returnUrl,
      }),
    );
    return { status: 201, body: this.#linkOf(payment) };
  }

  #refund(request: SeenRequest, payment: DoublePayment): DoubleAnswer {
    const { amount } = JSON.parse(request.body) as { amount: { value: number } };
    return this.once<DoubleAnswer>(`refund ${request.headers["idempotency-key"]}`, () =>
      this.refund(payment, amount.value)
        ? { status: 201, body: { status: "received", pspReference: newName("PSP") } }
        : failed(422),
    );
  }

  #linkOf(payment: DoublePayment): object {
    const status =
      payment.state === "open" ? "active" : payment.funding === null ? "expired" : "completed";
    return {
      id: payment.id,
      url: `${this.http.url}/pay/${payment.id}`,
      status,
      reference: payment.reference,
      merchantAccount: this.#options.merchantAccount,
      amount: { value: payment.amountCents, currency: payment.currency },
    };
  }

  async #payPage(request: SeenRequest): Promise<DoubleAnswer> {
    const payment = this.payments.get(request.path.slice("/pay/".length));
    if (payment === undefined) return failed(404);
    if (request.method === "POST") {
      const choice = choiceOf(request);
      if (choice === null) return failed(422);
      await this.pay(payment, choice);
    } else if (payment.state === "open") return payPage(payment);
    return { status: 303, headers: { location: payment.returnUrl } };
  }
}

/** A payment has its own reference, everything that is done to it another. */
function referencesOf({ chargeId }: DoublePayment, isFirst: boolean, isSuccess: boolean) {
  if (isFirst && isSuccess) return { pspReference: chargeId, originalReference: "" };
  return { pspReference: newName("PSP"), originalReference: isFirst ? "" : chargeId };
}

function codeOf({ state }: DoublePayment): string {
  if (state === "refunded") return "REFUND";
  return state === "disputed" ? "CHARGEBACK" : "AUTHORISATION";
}

const failed = (status: number): DoubleAnswer => ({
  status,
  body: { status, errorCode: "000", message: `the double says ${status}` },
});
