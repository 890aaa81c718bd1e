import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { NOTICE_GOOD_FOR_S } from "../payment-adapter.ts";
import type {
  PaymentFacts,
  PaymentNews,
  PaymentNotice,
  PaymentOutcome,
} from "../payment-adapter.ts";
import { asNotice, idText, jsonOf, newsText } from "../provider-parts.ts";

const MS = 1000;
const SECOND = /^\d{1,12}$/;

const event = z.object({
  id: idText,
  type: z.string().max(100),
  data: z.object({ object: z.unknown() }),
});
const session = z.object({
  id: idText,
  client_reference_id: newsText.nullish(),
  payment_status: z.string().nullish(),
  amount_total: z.int().min(0),
  currency: z.string().length(3),
  payment_intent: idText.nullish(),
});
const charge = z.object({
  amount_refunded: z.int().min(0),
  currency: z.string().length(3),
  payment_intent: idText,
  metadata: z.object({ reference: newsText.optional() }).nullish(),
});
const dispute = z.object({
  id: idText.nullish(),
  amount: z.int().min(0),
  currency: z.string().length(3),
  payment_intent: idText,
  status: z.string().nullish(),
});
const refund = z.object({
  id: idText,
  amount: z.int().min(0),
  currency: z.string().length(3),
  payment_intent: idText,
  status: z.string().nullish(),
});
/** Disputes by which no money is away: inquiries, and those that the club won. */
export const TAKES_NOTHING = /^(won|prevented|warning_\w+)$/;
/** Words for a refund that did not reach the payer, told or answered. */
export const FAILED_REFUND: readonly unknown[] = ["failed", "canceled"];

/** `eventId`: what counts once, where several events tell the same. */
type Read = (object: unknown) => { facts: PaymentFacts; mustAsk: boolean; eventId?: string };

/** What an event of a session means. A paid one does not say how it was paid: Stripe is asked. */
const ofSession =
  (said: PaymentOutcome): Read =>
  (object) => {
    const one = asNotice(session, object);
    const isOpen = said === "succeeded" && one.payment_status === "unpaid";
    const outcome = isOpen ? "open" : said;
    return {
      mustAsk: outcome === "succeeded",
      facts: {
        paymentId: one.id,
        chargeId: one.payment_intent ?? null,
        reference: one.client_reference_id ?? null,
        outcome,
        amountCents: BigInt(one.amount_total),
        backCents: null,
        currency: one.currency.toUpperCase(),
        funding: null,
        feeCents: null,
      },
    };
  };

const ofCharge = (
  outcome: PaymentOutcome,
  one: { amount: number; currency: string; payment_intent: string; reference: string | null },
): ReturnType<Read> => ({
  mustAsk: false,
  facts: {
    paymentId: null,
    chargeId: one.payment_intent,
    reference: one.reference,
    outcome,
    amountCents: BigInt(one.amount),
    backCents: BigInt(one.amount),
    currency: one.currency.toUpperCase(),
    funding: null,
    feeCents: null,
  },
});

/** Stripe takes a refund first, and tells by up to three events that it failed. */
const ofRefund: Read = (object) => {
  const one = asNotice(refund, object);
  const isFailed = FAILED_REFUND.includes(one.status);
  const read = ofCharge(isFailed ? "refund_failed" : "open", { ...one, reference: null });
  return isFailed ? { ...read, eventId: `${one.id} failed` } : read;
};

/** An inquiry takes nothing until it becomes a dispute; both events tell of the same money. */
const ofDispute: Read = (object) => {
  const one = asNotice(dispute, object);
  const isAway = !TAKES_NOTHING.test(one.status ?? "");
  const read = ofCharge(isAway ? "disputed" : "open", { ...one, reference: null });
  return isAway && one.id ? { ...read, eventId: `${one.id} taken` } : read;
};

/** The events that say something of the club's money; all others are taken and mean nothing. */
const EVENTS: Readonly<Record<string, Read>> = {
  "checkout.session.completed": ofSession("succeeded"),
  "checkout.session.async_payment_succeeded": ofSession("succeeded"),
  "checkout.session.async_payment_failed": ofSession("failed"),
  "checkout.session.expired": ofSession("failed"),
  "charge.refunded": (object) => {
    const one = asNotice(charge, object);
    const reference = one.metadata?.reference ?? null;
    return ofCharge("refunded", { ...one, amount: one.amount_refunded, reference });
  },
  "charge.dispute.created": ofDispute,
  "charge.dispute.funds_withdrawn": ofDispute,
  "refund.failed": ofRefund,
  "refund.updated": ofRefund,
  "charge.refund.updated": ofRefund,
};

/** @throws hook.refused unless Stripe signed it within five minutes; request.invalid */
export function readStripeNotice(notice: PaymentNotice, secret: string): PaymentNews[] {
  checkSigned(notice, secret);
  const { id, type, data } = asNotice(event, jsonOf(notice.text));
  const read = Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined;
  return read === undefined ? [] : [{ eventId: id, ...read(data.object) }];
}

/** `Stripe-Signature: t=SECONDS,v1=HEX[,v1=HEX]`: HMAC-SHA256 of `t.body` under the secret as it is. */
function checkSigned({ headers, text, nowMs }: PaymentNotice, secret: string): void {
  // By an empty key anybody can sign.
  if (secret === "") throw new Refusal("hook.refused");
  const parts = String(headers["stripe-signature"] ?? "")
    .slice(0, 2000)
    .split(",")
    .map((part) => part.trim().split("="));
  const second = parts.find(([name]) => name === "t")?.[1] ?? "";
  const expected = createHmac("sha256", secret).update(`${second}.${text}`).digest();
  const isSigned = parts.some(([name, value = ""]) => {
    const mac = Buffer.from(name === "v1" ? value : "", "hex");
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  });
  const isFresh = SECOND.test(second) && Math.abs(nowMs / MS - Number(second)) <= NOTICE_GOOD_FOR_S;
  if (!isSigned || !isFresh) throw new Refusal("hook.refused");
}
