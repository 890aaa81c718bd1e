import { checkStandardNotice } from "../../../core/http/standard-provider.ts";
import { z } from "zod";
import {
  askProviderToDo,
  askProviderJson,
  ProviderFailure,
} from "../../../core/http/ask-provider.ts";
import type { ProviderRequest } from "../../../core/http/ask-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import type {
  PaymentAdapter,
  PaymentFacts,
  PaymentNews,
  PaymentNotice,
  PaymentOutcome,
} from "../payment-adapter.ts";
import {
  askForNone,
  asNotice,
  given,
  idText,
  jsonOf,
  newsText,
  pathOf,
  paymentFields,
  readAs,
} from "../provider-parts.ts";

/* The plain shape of a payment provider: JSON, a bearer's key, notices signed as Standard Webhooks. */

const asked = z.object({ payment_id: idText, redirect_url: z.url({ protocol: /^https?$/ }) });
const facts = z.object({
  payment_id: idText,
  reference: newsText.nullish(),
  amount_cents: z.int().min(0),
  currency: z.string().length(3),
  funding: newsText.nullish(),
  fee_cents: z.int().min(0).nullish(),
  /** Of a refund or a dispute: what has gone back by then, where that is not all; of a refund that failed: what did not. */
  back_cents: z.int().min(0).nullish(),
});
const told = facts.extend({ status: z.string().max(40) });
const notice = z.object({ type: z.string().max(100), data: z.unknown() });

/** Words for a state; any other is open: the money is not there yet. */
const OUTCOMES: ReadonlyMap<string, PaymentOutcome> = new Map([
  ["succeeded", "succeeded"],
  ["paid", "succeeded"],
  ["failed", "failed"],
  ["declined", "failed"],
  ["cancelled", "failed"],
  ["canceled", "failed"],
  ["expired", "failed"],
  ["refunded", "refunded"],
  ["refund_failed", "refund_failed"],
  ["disputed", "disputed"],
]);
const TYPES = new Set(
  ["succeeded", "failed", "refunded", "refund_failed", "disputed"].map(
    (state) => `payment.${state}`,
  ),
);

function toFacts(data: z.output<typeof facts>, state: string): PaymentFacts {
  const outcome = OUTCOMES.get(state) ?? "open";
  const isBack = ["refunded", "refund_failed", "disputed"].includes(outcome);
  const backCents = isBack ? given(data.back_cents) : null;
  return {
    paymentId: data.payment_id,
    chargeId: null,
    reference: data.reference ?? null,
    outcome,
    amountCents: backCents ?? BigInt(data.amount_cents),
    backCents,
    currency: data.currency,
    funding: data.funding ?? null,
    feeCents: given(data.fee_cents),
  };
}

/** What an answer says. Money of which a part went back is both: it came, and the part is taken after it. */
function toAnswer(data: z.output<typeof told>): PaymentFacts {
  const facts = toFacts(data, data.status);
  const amountCents = BigInt(data.amount_cents);
  const isAway = facts.outcome === "refunded" || facts.outcome === "disputed";
  if (!isAway || facts.backCents === null || facts.backCents >= amountCents) return facts;
  const part = { ...facts, feeCents: null };
  return { ...facts, outcome: "succeeded", amountCents, backCents: null, parts: [part] };
}

interface Call {
  readonly method: ProviderRequest["method"];
  readonly path: string;
  readonly body?: object;
  /** The key under which the provider does it once. */
  readonly id?: string;
}

export const standardPayments = defineProvider({
  kind: "payment",
  name: "standard",
  fields: paymentFields,
  connect: ({ url, key, webhookSecret }, { isFromMachine }): PaymentAdapter => {
    const to = ({ method, path, body, id }: Call): ProviderRequest => ({
      method,
      url: pathOf(url, path),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(id === undefined ? {} : { "idempotency-key": id }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      isFromMachine,
    });
    return {
      acknowledgement: null,
      ask: async ({ id, reference, amountCents, currency, returnUrl }) => {
        const body = {
          reference,
          amount_cents: Number(amountCents),
          currency,
          return_url: returnUrl,
        };
        const answer = readAs(
          asked,
          await askProviderJson(to({ method: "POST", path: "payments", body, id })),
        );
        return { paymentId: answer.payment_id, redirectUrl: answer.redirect_url };
      },
      read: async (paymentId) => {
        const path = `payments/${encodeURIComponent(paymentId)}`;
        const answer = readAs(told, await askProviderJson(to({ method: "GET", path })));
        if (answer.payment_id !== paymentId) throw new ProviderFailure("unreadable");
        return toAnswer(answer);
      },
      giveBack: async ({ id, paymentId, amountCents }) => {
        const path = `payments/${encodeURIComponent(paymentId)}/refunds`;
        const body = { amount_cents: Number(amountCents) };
        await askProviderToDo(to({ method: "POST", path, body, id }));
      },
      listDay: async (day) => {
        const answer = await listOf(to({ method: "GET", path: `payments?day=${day}` }));
        if (answer === null) return null;
        const { list } = readAs(z.object({ list: z.array(told) }), answer);
        return list.map(toAnswer);
      },
      readNotice: (notice) => readNotice(notice, webhookSecret),
    };
  },
  test: async (adapter) => await askForNone(adapter, "test"),
});

/** What a provider has for a day; null: it keeps no such list. */
async function listOf(asked: ProviderRequest): Promise<unknown> {
  try {
    return await askProviderJson(asked);
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === "refused") return null;
    throw error;
  }
}

/** @throws hook.refused, request.invalid */
function readNotice({ headers, text }: PaymentNotice, secret: string): PaymentNews[] {
  const eventId = checkStandardNotice(secret, { headers, text });
  const { type, data } = asNotice(notice, jsonOf(text));
  // Another type means nothing to this club, and is taken all the same.
  if (!TYPES.has(type)) return [];
  const said = toFacts(asNotice(facts, data), type.slice("payment.".length));
  return [{ eventId, facts: said, mustAsk: false }];
}
