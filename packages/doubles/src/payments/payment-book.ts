import { randomBytes } from "node:crypto";
import type { DoubleAnswer, SeenRequest } from "../http-double.ts";

/** How a payer pays on a double's page. */
export type Choice = "debit" | "credit" | "late" | "decline" | "cancel";

/** A payment as its provider knows it. */
export interface DoublePayment {
  readonly id: string;
  /** What the provider calls the money, where that is another name. */
  readonly chargeId: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly returnUrl: string;
  readonly madeAt: number;
  state: "open" | "succeeded" | "failed" | "refunded" | "disputed";
  funding: "debit" | "credit" | null;
  refundedCents: number;
  feeCents: number;
}

export const newName = (prefix: string): string => `${prefix}${randomBytes(9).toString("hex")}`;

/** The payments of a double, and who asked for which under which key. */
export class PaymentBook {
  readonly payments = new Map<string, DoublePayment>();
  readonly #byKey = new Map<string, unknown>();

  get list(): DoublePayment[] {
    return [...this.payments.values()];
  }

  /** The same answer under the same key, as a provider keeps it. */
  once<T>(key: string, work: () => T): T {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known as T;
    const made = work();
    this.#byKey.set(key, made);
    return made;
  }

  add(
    payment: Pick<DoublePayment, "id" | "reference" | "amountCents" | "currency" | "returnUrl"> & {
      readonly chargeId?: string;
    },
  ): DoublePayment {
    const made: DoublePayment = {
      chargeId: payment.id,
      ...payment,
      madeAt: Date.now(),
      state: "open",
      funding: null,
      refundedCents: 0,
      feeCents: 0,
    };
    this.payments.set(made.id, made);
    return made;
  }

  /** A payment by its id or by that of its charge. */
  find(id: string): DoublePayment | undefined {
    return this.payments.get(id) ?? this.list.find(({ chargeId }) => chargeId === id);
  }

  /** What the payer did; only the first time. */
  choose(payment: DoublePayment, choice: Choice): void {
    if (payment.state !== "open") return;
    if (choice !== "decline" && choice !== "cancel") {
      payment.state = "succeeded";
      payment.funding = choice === "credit" ? "credit" : "debit";
      payment.feeCents = Math.round(payment.amountCents / 100) + 10;
    } else payment.state = "failed";
  }

  /** Money back to the payer; false: more than there is. */
  refund(payment: DoublePayment, cents: number): boolean {
    const isPaid = payment.state === "succeeded" || payment.state === "refunded";
    if (!isPaid || cents <= 0 || payment.refundedCents + cents > payment.amountCents) return false;
    payment.refundedCents += cents;
    if (payment.refundedCents === payment.amountCents) payment.state = "refunded";
    return true;
  }

  /** A refund that was taken did not reach the payer: the money is here again. */
  failRefund(payment: DoublePayment, cents: number): void {
    payment.refundedCents -= cents;
    if (payment.state === "refunded") payment.state = "succeeded";
  }
}

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:26rem;margin:2rem auto;padding:0 1rem}
button{display:block;width:100%;min-height:3rem;margin:.75rem 0;font:inherit;font-weight:600;border-radius:8px}`;

/** The page on which a payer decides what the bank says. It asks for no card number. */
export function payPage(payment: DoublePayment): DoubleAnswer {
  const amount = `${payment.currency} ${(payment.amountCents / 100).toFixed(2)}`;
  const act = (choice: Choice, label: string): string =>
    `<button name="choice" value="${choice}">${label}</button>`;
  return {
    status: 200,
    headers: { "cache-control": "no-store" },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment page</title><style>${STYLE}</style></head><body><main><h1>${amount}</h1>
<p>This page stands in for a payment provider. No real money moves.</p><form method="post">
${act("debit", "Pay by debit card")}${act("credit", "Pay by credit card")}${act("late", "Pay; the bank tells the club later")}${act("decline", "Let the bank decline")}${act("cancel", "Cancel")}
</form></main></body></html>`,
  };
}

const CHOICES: readonly Choice[] = ["debit", "credit", "late", "decline", "cancel"];

/** What was pressed on the page, or null. */
export function choiceOf({ body }: SeenRequest): Choice | null {
  const given = new URLSearchParams(body).get("choice");
  return CHOICES.find((choice) => choice === given) ?? null;
}
