import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "@club/domain";
import { z } from "zod";
import { askProviderToDo, askProviderJson } from "../../../core/http/ask-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import type {
  PaymentAdapter,
  PaymentFacts,
  PaymentNews,
  PaymentOutcome,
} from "../payment-adapter.ts";
import {
  askForNone,
  idText,
  jsonOf,
  newsText,
  pathOf,
  paymentFields,
  readAs,
} from "../provider-parts.ts";

/*
 * Adyen's payment links, by its public interface (Checkout). The link's id is the payment's, the
 * pspReference of its payment the charge's. The key is MERCHANT_ACCOUNT:API_KEY. A notice says no
 * time that is signed, and Adyen repeats it for days: what keeps an old one from doing anything is
 * that each event is taken once.
 */

const money = z.object({ value: z.int().min(0), currency: z.string().length(3) });
const link = z.object({
  id: idText,
  url: z.url({ protocol: /^https?$/ }),
  status: z.string(),
  reference: newsText,
  amount: money,
});
const item = z.object({
  eventCode: z.string().max(100),
  success: z.union([z.string(), z.boolean()]).transform(String),
  pspReference: idText,
  originalReference: newsText.nullish(),
  merchantAccountCode: newsText,
  merchantReference: newsText.nullish(),
  amount: money,
  additionalData: z
    .object({
      hmacSignature: newsText.nullish(),
      paymentLinkId: newsText.nullish(),
      fundingSource: newsText.nullish(),
    })
    .nullish(),
});
type Item = z.output<typeof item>;
const notice = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: item }))
    .min(1)
    .max(100),
});

/** Events by code; a failed attempt may be repeated. Adyen takes a refund first and may fail later. */
const OUTCOMES: Readonly<Record<string, { yes: PaymentOutcome; no: PaymentOutcome }>> = {
  AUTHORISATION: { yes: "succeeded", no: "failed" },
  REFUND: { yes: "refunded", no: "refund_failed" },
  REFUND_FAILED: { yes: "refund_failed", no: "open" },
  REFUNDED_REVERSED: { yes: "refund_failed", no: "open" },
  CHARGEBACK: { yes: "disputed", no: "open" },
  SECOND_CHARGEBACK: { yes: "disputed", no: "open" },
};

/** The key of notices as Adyen makes it: 32 bytes in hex. */
const HMAC_KEY = /^[0-9a-f]{64}$/i;

export const adyenPayments = defineProvider({
  kind: "payment",
  name: "adyen",
  fields: {
    ...paymentFields,
    webhookSecret: { ...paymentFields.webhookSecret, schema: z.string().trim().regex(HMAC_KEY) },
  },
  connect: ({ url, key, webhookSecret }, { isFromMachine }): PaymentAdapter => {
    const [merchantAccount = "", apiKey = ""] = key.split(/:(.*)/s);
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const post = (path: string, body: object, id: string) =>
      ({
        method: "POST",
        url: pathOf(url, path),
        headers: { ...headers, "idempotency-key": id },
        body: JSON.stringify({ merchantAccount, ...body }),
        isFromMachine,
      }) as const;
    return {
      acknowledgement: "[accepted]",
      ask: async ({ id, reference, amountCents, currency, returnUrl }) => {
        const body = { reference, amount: { value: Number(amountCents), currency }, returnUrl };
        const made = readAs(link, await askProviderJson(post("paymentLinks", body, id)));
        return { paymentId: made.id, redirectUrl: made.url };
      },
      read: async (paymentId) => {
        const at = pathOf(url, `paymentLinks/${encodeURIComponent(paymentId)}`);
        const asked = { method: "GET", url: at, headers, isFromMachine } as const;
        return factsOfLink(readAs(link, await askProviderJson(asked)));
      },
      giveBack: async ({ id, paymentId, amountCents, currency }) => {
        const body = { amount: { value: Number(amountCents), currency }, reference: id };
        await askProviderToDo(post(`payments/${encodeURIComponent(paymentId)}/refunds`, body, id));
      },
      // Its list is a report that is fetched by file, with an account of its own.
      listDay: async () => null,
      readNotice: ({ text }) => readNotice(text, { secret: webhookSecret, merchantAccount }),
    };
  },
  test: async (adapter) => await askForNone(adapter, "PLNONE"),
});

function factsOfLink({ id, reference, amount, status }: z.output<typeof link>): PaymentFacts {
  // A link that is completed does not say which payment it was, nor by which card: its notice does.
  return {
    paymentId: id,
    chargeId: null,
    reference,
    outcome: status === "expired" ? "failed" : status === "completed" ? "succeeded" : "open",
    amountCents: BigInt(amount.value),
    backCents: null,
    currency: amount.currency,
    funding: null,
    feeCents: null,
  };
}

/** @throws hook.refused unless every item is signed and the club's own; request.invalid */
function readNotice(
  text: string,
  club: { secret: string; merchantAccount: string },
): PaymentNews[] {
  const read = notice.safeParse(jsonOf(text));
  // Without its items there is nothing that could be signed.
  if (!read.success) throw new Refusal("hook.refused");
  const items = read.data.notificationItems.map((each) => each.NotificationRequestItem);
  const isOwn = (each: Item): boolean =>
    each.merchantAccountCode === club.merchantAccount && isSigned(each, club.secret);
  if (!items.every(isOwn)) throw new Refusal("hook.refused");
  return items.flatMap(toNews);
}

function toNews(one: Item): PaymentNews[] {
  const known = Object.hasOwn(OUTCOMES, one.eventCode) ? OUTCOMES[one.eventCode] : undefined;
  if (known === undefined) return [];
  const outcome = one.success === "true" ? known.yes : known.no;
  const eventId = `${one.eventCode}:${one.pspReference}:${one.success}`;
  const facts = {
    outcome,
    amountCents: BigInt(one.amount.value),
    // It names each refund by itself, not what they come to: one of a part is looked at.
    backCents: null,
    currency: one.amount.currency,
    funding: one.additionalData?.fundingSource?.toLowerCase() ?? null,
    feeCents: null,
    ...(one.eventCode === "AUTHORISATION" ? namesOfFirst(one) : namesOfLater(one)),
  };
  return [{ eventId, mustAsk: false, facts }];
}

/** A failed attempt is no charge: the next attempt has another reference. */
function namesOfFirst(one: Item) {
  return {
    paymentId: one.additionalData?.paymentLinkId ?? null,
    chargeId: one.success === "true" ? one.pspReference : null,
    reference: one.merchantReference ?? null,
  };
}

/** A refund's reference is its own; it names the payment that it is of. */
function namesOfLater(one: Item) {
  const original = one.originalReference ?? "";
  const chargeId = original === "" ? one.pspReference : original;
  return { paymentId: null, chargeId, reference: null };
}

/** HMAC-SHA256 in base64 over these fields joined by colons, under the key written in hex. */
function isSigned(one: Item, secret: string): boolean {
  // What is no hex would be an empty key, by which anybody can sign.
  if (!HMAC_KEY.test(secret)) return false;
  const { amount } = one;
  const text = [
    one.pspReference,
    one.originalReference ?? "",
    one.merchantAccountCode,
    one.merchantReference ?? "",
    amount.value,
    amount.currency,
    one.eventCode,
    one.success,
  ].join(":");
  const expected = createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest();
  const given = Buffer.from(one.additionalData?.hmacSignature ?? "", "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
