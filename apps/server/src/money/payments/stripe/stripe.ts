import { z } from "zod";
import { askProviderJson, ProviderFailure } from "../../../core/http/ask-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import type { PaymentAdapter, PaymentFacts, PaymentOutcome } from "../payment-adapter.ts";
import {
  askForNone,
  given,
  idText,
  newsText,
  pathOf,
  paymentFields,
  readAs,
} from "../provider-parts.ts";
import { FAILED_REFUND, readStripeNotice, TAKES_NOTHING } from "./stripe-notice.ts";

/*
 * Stripe's Checkout Sessions, by its public interface: forms in, JSON out, a bearer's key. The
 * session's id is the payment's, that of its PaymentIntent the charge's: refunds go by it.
 */

const DAY_MS = 86_400_000;
const MS = 1000;
const AT_ONCE = 100;
const MOST_PAGES = 200;
const BASE = "https://api.stripe.com";
const CHARGE = "payment_intent.latest_charge.balance_transaction";

const charge = z.object({
  amount: z.int(),
  amount_refunded: z.int().default(0),
  disputed: z.boolean().default(false),
  refunded: z.boolean().default(false),
  payment_method_details: z
    .object({ card: z.object({ funding: newsText.nullish() }).nullish() })
    .nullish(),
  balance_transaction: z.object({ fee: z.int() }).nullish().catch(null),
});
const intent = z.object({ id: idText, latest_charge: charge.nullish().catch(null) });
const session = z.object({
  id: idText,
  client_reference_id: newsText.nullish(),
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  amount_total: z.int().min(0),
  currency: z.string().length(3),
  payment_intent: z.union([intent, idText]).nullish(),
});
type Session = z.output<typeof session>;
type Charge = z.output<typeof charge>;

const sessions = z.object({ data: z.array(session), has_more: z.boolean().default(false) });
const made = z.object({ id: idText, url: z.url({ protocol: /^https?$/ }) });
const refund = z.object({ status: z.string().nullish() });
const disputes = z.object({
  data: z.array(z.object({ amount: z.int().min(0), status: z.string() })),
});

type Get = (path: string) => Promise<unknown>;

async function toFacts(get: Get, one: Session): Promise<PaymentFacts> {
  const { chargeId, money } = chargeOf(one);
  const away = await awayOf(get, chargeId, money);
  const isDisputed = away.disputed > 0 && away.disputed >= one.amount_total;
  const facts: PaymentFacts = {
    paymentId: one.id,
    chargeId,
    reference: one.client_reference_id ?? null,
    outcome: isDisputed ? "disputed" : outcomeOf(one, money),
    amountCents: BigInt(one.amount_total),
    backCents: null,
    currency: one.currency.toUpperCase(),
    ...wayOf(money),
  };
  return facts.outcome === "succeeded" ? { ...facts, parts: partsOf(facts, away) } : facts;
}

function chargeOf({ payment_intent: named }: Session): {
  chargeId: string | null;
  money: Charge | null;
} {
  return typeof named === "object" && named !== null
    ? { chargeId: named.id, money: named.latest_charge ?? null }
    : { chargeId: named ?? null, money: null };
}

type Away = Readonly<Record<"refunded" | "disputed", number>>;

/** What refunds and disputes of a charge have taken by now. */
async function awayOf(get: Get, chargeId: string | null, money: Charge | null): Promise<Away> {
  const refunded = money?.amount_refunded ?? 0;
  if (money?.disputed !== true || chargeId === null) return { refunded, disputed: 0 };
  const query = new URLSearchParams({ payment_intent: chargeId, limit: String(AT_ONCE) });
  const { data } = readAs(disputes, await get(`v1/disputes?${query}`));
  const taken = data.filter(({ status }) => !TAKES_NOTHING.test(status));
  return { refunded, disputed: taken.reduce((sum, { amount }) => sum + amount, 0) };
}

/** Money that came and of which a part is away is both: it came, and the part is taken after it. */
function partsOf(facts: PaymentFacts, away: Away): PaymentFacts[] {
  return (["refunded", "disputed"] as const)
    .filter((outcome) => away[outcome] > 0)
    .map((outcome) => {
      const cents = BigInt(away[outcome]);
      return { ...facts, outcome, amountCents: cents, backCents: cents, feeCents: null };
    });
}

/** How it was paid, and what Stripe keeps of it. */
function wayOf(money: Charge | null): Pick<PaymentFacts, "funding" | "feeCents"> {
  return {
    funding: money?.payment_method_details?.card?.funding ?? null,
    feeCents: given(money?.balance_transaction?.fee),
  };
}

function outcomeOf(one: Session, money: Charge | null): PaymentOutcome {
  if (money?.refunded === true) return "refunded";
  if (one.payment_status === "paid") return "succeeded";
  return one.status === "expired" ? "failed" : "open";
}

export const stripePayments = defineProvider({
  kind: "payment",
  name: "stripe",
  fields: { ...paymentFields, url: { ...paymentFields.url, isRequired: false } },
  connect: ({ url: set, key, webhookSecret }, { clubName, isFromMachine }): PaymentAdapter => {
    const url = set === "" ? BASE : set;
    const headers = { authorization: `Bearer ${key}` };
    const get: Get = async (path) =>
      await askProviderJson({ method: "GET", url: pathOf(url, path), headers, isFromMachine });
    const post = (path: string, form: Record<string, string>, id: string) =>
      ({
        method: "POST",
        url: pathOf(url, path),
        headers: {
          ...headers,
          "content-type": "application/x-www-form-urlencoded",
          "idempotency-key": id,
        },
        body: new URLSearchParams(form).toString(),
        isFromMachine,
      }) as const;
    return {
      acknowledgement: null,
      ask: async ({ id, reference, amountCents, currency, returnUrl }) => {
        const form = {
          mode: "payment",
          client_reference_id: reference,
          "metadata[reference]": reference,
          "payment_intent_data[metadata][reference]": reference,
          success_url: returnUrl,
          cancel_url: returnUrl,
          "line_items[0][quantity]": "1",
          "line_items[0][price_data][currency]": currency.toLowerCase(),
          "line_items[0][price_data][unit_amount]": String(amountCents),
          "line_items[0][price_data][product_data][name]": clubName,
        };
        const answer = await askProviderJson(post("v1/checkout/sessions", form, id));
        const { id: paymentId, url: redirectUrl } = readAs(made, answer);
        return { paymentId, redirectUrl };
      },
      read: async (paymentId) => {
        const path = `v1/checkout/sessions/${encodeURIComponent(paymentId)}?expand[]=${CHARGE}`;
        const read = readAs(session, await get(path));
        if (read.id !== paymentId) throw new ProviderFailure("unreadable");
        return await toFacts(get, read);
      },
      giveBack: async ({ id, paymentId, amountCents }) => {
        const form = { payment_intent: paymentId, amount: String(amountCents) };
        requireTaken(await askProviderJson(post("v1/refunds", form, id)));
      },
      listDay: async (day) => await listSessions(get, day),
      readNotice: (notice) => readStripeNotice(notice, webhookSecret),
    };
  },
  test: async (adapter) => await askForNone(adapter, "cs_test_none"),
});

/** @throws ProviderFailure for a refund that failed; what becomes of one that waits is told */
function requireTaken(answer: unknown): void {
  const { status } = readAs(refund, answer);
  if (FAILED_REFUND.includes(status)) {
    throw new ProviderFailure("refused", { said: `the refund is ${status}` });
  }
}

/** The sessions that were made on a day, page by page. */
async function listSessions(get: Get, day: string): Promise<PaymentFacts[]> {
  const from = Date.parse(`${day}T00:00:00Z`);
  const found: PaymentFacts[] = [];
  let after = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      limit: String(AT_ONCE),
      "created[gte]": String(from / MS),
      "created[lt]": String((from + DAY_MS) / MS),
      "expand[]": `data.${CHARGE}`,
      ...(after === "" ? {} : { starting_after: after }),
    });
    const { data, has_more: hasMore } = readAs(
      sessions,
      await get(`v1/checkout/sessions?${query}`),
    );
    for (const one of data) found.push(await toFacts(get, one));
    after = data.at(-1)?.id ?? "";
    if (!hasMore || after === "") return found;
  }
  throw new ProviderFailure("unreadable");
}
