import {
  bookPaymentArrival,
  decidePaymentReturn,
  dismissPaymentArrival,
  listPaymentArrivals,
  listPaymentDays,
  listPayments,
  receivePaymentNotice,
  refundTopUp,
  returnPaymentArrival,
  winPaymentDispute,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { readSorted } from "../../core/http/page.ts";
import { patiently } from "../../core/db/patiently.ts";
import { takeInTurn } from "../../core/http/notices.ts";
import { NOTICES_WITHIN_MS, register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { waitAtMost } from "../../core/kit/pause.ts";
import { countOpen, listArrivals } from "./arrivals.queries.ts";
import { askNow } from "./ask-payment.ts";
import { actOnPayment } from "./decide-payment.ts";
import type { PaymentAct } from "./decide-payment.ts";
import type { PaymentAdapter, PaymentNews } from "./payment-adapter.ts";
import { listDays } from "./payment-days.queries.ts";
import { askSoon, listPaymentRows } from "./payments.queries.ts";
import { toArrival, toPayment } from "./payments.wire.ts";
import { takeFacts } from "./take-facts.ts";

export function paymentRoutes(app: FastifyInstance, ctx: AppContext): void {
  hookRoutes(app, ctx);
  readingRoutes(app, ctx);
  decidingRoutes(app, ctx);
}

const ACKNOWLEDGED = new WeakMap<FastifyRequest, string>();

function hookRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const textOf = keepBodyTexts(scope);
    scope.addHook("onSend", async (request, reply, payload) => {
      const word = ACKNOWLEDGED.get(request);
      if (word === undefined) return payload;
      reply.type("text/plain");
      return word;
    });
    register(
      scope,
      ctx,
      receivePaymentNotice,
      async ({ params, request }) => {
        const { provider } = params;
        const adapter = await adapterOf(ctx, provider);
        const { headers } = request;
        const news = adapter.readNotice({ headers, text: textOf(request), nowMs: Date.now() });
        for (const one of news) await takeNews(ctx, provider, one);
        if (adapter.acknowledgement !== null) ACKNOWLEDGED.set(request, adapter.acknowledgement);
        return {};
      },
      { answersWithinMs: NOTICES_WITHIN_MS },
    );
  });
}

/** A connection that was turned off still hears what became of what it was asked for. */
async function adapterOf(ctx: AppContext, provider: string): Promise<PaymentAdapter> {
  const isKnown = ctx.connections.providersOf("payment").some(({ name }) => name === provider);
  if (!isKnown) throw new Refusal("not_found");
  const connection = await patiently(async () => await ctx.connections.read("payment"));
  // Nobody could have signed it with a secret that this club has.
  if (connection?.provider.name !== provider) throw new Refusal("hook.refused");
  return connection.adapter;
}

/** How long a notice's answer waits for the provider's own; the job goes on where it stops. */
const MOST_WAIT_MS = 1500;

async function takeNews(ctx: AppContext, provider: string, news: PaymentNews): Promise<void> {
  const { eventId, mustAsk } = news;
  const facts = mustAsk ? ({ ...news.facts, outcome: "open" } as const) : news.facts;
  const payment = await takeInTurn(ctx, "payments", async () => {
    const known = await takeFacts(ctx, { provider, facts, eventId });
    if (!mustAsk) return null;
    if (known === null) await takeFacts(ctx, { provider, facts: news.facts, eventId: null });
    else await askSoon(ctx.db.money, known.id);
    return known;
  });
  if (payment !== null) await waitAtMost(MOST_WAIT_MS, askNow(ctx, payment.id));
}

function readingRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listPayments, async ({ query }) => {
    const { state } = query;
    return await readSorted(query, listPaymentRows(ctx.db.operators, { state }), toPayment);
  });
  register(app, ctx, listPaymentArrivals, async ({ query }) => {
    const { currency } = ctx.settings;
    const arrivals = listArrivals(ctx.db.operators, { state: query.state });
    const { data, list } = await readSorted(query, arrivals, (row) => toArrival(row, currency));
    return { data: { ...data, waiting: await countOpen(ctx.db.operators) }, list };
  });
  register(app, ctx, listPaymentDays, async () => ({
    list: (await listDays(ctx.db.operators)).map((row) => ({
      ...row,
      listed_cents: Number(row.listed_cents),
      booked_cents: Number(row.booked_cents),
      fees_cents: Number(row.fees_cents),
      compared_at: row.compared_at.toISOString(),
    })),
  }));
}

function decidingRoutes(app: FastifyInstance, ctx: AppContext): void {
  const act = async (asked: PaymentAct) => ({ data: await actOnPayment(ctx, asked) });
  register(app, ctx, bookPaymentArrival, async ({ params, body, operator, request }) => {
    const target = knownId(params.arrival_id);
    const { player_id: given, reason } = body;
    const playerId = typeof given === "string" ? knownId(given) : null;
    return await act({ act: "book", target, playerId, operator, request, reason });
  });
  register(app, ctx, returnPaymentArrival, async ({ params, body, operator, request }) => {
    const target = knownId(params.arrival_id);
    const { reason } = body;
    return await act({ act: "return", target, playerId: null, operator, request, reason });
  });
  register(app, ctx, winPaymentDispute, async ({ params, body, operator, request }) => {
    const target = knownId(params.arrival_id);
    const { reason } = body;
    return await act({ act: "won", target, playerId: null, operator, request, reason });
  });
  register(app, ctx, dismissPaymentArrival, async ({ params, body, operator, request }) => {
    const target = knownId(params.arrival_id);
    const { reason } = body;
    return await act({ act: "dismiss", target, playerId: null, operator, request, reason });
  });
  register(app, ctx, decidePaymentReturn, async ({ params, body, operator, request }) => {
    const target = knownId(params.topup_id);
    return await act({ ...body, target, playerId: null, operator, request });
  });
  register(app, ctx, refundTopUp, async ({ params, body, operator, request }) => {
    const target = knownId(params.topup_id);
    const { reason } = body;
    return await act({ act: "refund", target, playerId: null, operator, request, reason });
  });
}
