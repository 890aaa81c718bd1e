import {
  type DataOf,
  getOrder,
  isAllUp,
  listOrders,
  ORDER_STATUSES,
  type OrderStatus,
  placeOrder,
  quoteOrder,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { idempotencyKeyOf } from "../../core/http/idempotency-key.ts";
import { cutPage, pageOf } from "../../core/http/page.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { proveBet } from "../../proofs/bets/bet-proof.ts";
import { explainOrder } from "../../proofs/bets/explain-order.ts";
import { firstBetLookUp } from "../../people/exclusion/first-bet.ts";
import {
  type BetRow,
  listPlayerBets,
  readAllUpTimeLine,
  readLegBets,
  readPlayerBet,
  readTimeLine,
} from "./bets.queries.ts";
import { aliveOf } from "../pools/multi-stand.ts";
import { leafOf, leafOfLeg, toOrder, toStep } from "./bets.wire.ts";
import { placeAllUp } from "./place-all-up.ts";
import { placeBet } from "./place-bet.ts";
import { quoteBet } from "./quote-bet.ts";

/** Routes translate: session and JSON in, use case, JSON out. Every rule is in the use cases. */
export function betRoutes(app: FastifyInstance, ctx: AppContext): void {
  const lookUp = firstBetLookUp(ctx);
  register(
    app,
    ctx,
    placeOrder,
    async ({ body, player, request, reply }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      await lookUp(player);
      const asked = { playerId: player.id, form: body, idempotencyKey };
      const placed = await (isAllUp(body) ? placeAllUp(ctx, asked) : placeBet(ctx, asked));
      if (placed.isReplay) void reply.header("Idempotency-Replayed", "true");
      return { data: placed.order };
    },
    { rate: RATES.bets, whenLate: "bet.in_doubt" },
  );
  register(
    app,
    ctx,
    quoteOrder,
    async ({ body, player }) => {
      return { data: await quoteBet(ctx, player.id, body) };
    },
    { rate: RATES.quotes },
  );
  registerReads(app, ctx);
}

function registerReads(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOrders, async ({ query, player }) => {
    const { status, from, to } = query;
    const { before, limit } = pageOf(query);
    const bets = await listPlayerBets(ctx.reads.lists(player), player.id, {
      statuses: statusesOf(status),
      from,
      to,
      before,
      limit: limit + 1,
    });
    const { data, list } = cutPage(bets, limit, (bet) => bet.id);
    return { data, list: list.map(toOrder) };
  });
  register(app, ctx, getOrder, async ({ params, player }) => {
    const bet = await readPlayerBet(ctx.db.browsing, player.id, knownId(params.order_id));
    if (bet === null) throw new Refusal("not_found");
    return { data: bet.all_up === null ? await orderOf(ctx, bet) : await allUpOf(ctx, bet) };
  });
}

type WireOrder = DataOf<typeof getOrder>;

async function orderOf(ctx: AppContext, bet: BetRow): Promise<WireOrder> {
  const events = await readTimeLine(ctx.db.browsing, bet.id);
  const leaf = leafOf(bet);
  const proven = await proveBet(ctx, leaf);
  return {
    ...toOrder(bet),
    nonce: leaf.nonce,
    exchange_rate: bet.exchange_rate,
    time_line: events.map((event) => toStep(bet, event)),
    alive: bet.multi_races === null ? null : await aliveOf(ctx, bet),
    explain: await explainOrder(ctx, bet),
    proof: proven?.proof ?? null,
    signed_root: proven?.signedRoot ?? null,
  };
}

/** An All Up is proven and explained leg by leg; its own receipt is that of the first. */
async function allUpOf(ctx: AppContext, bet: BetRow): Promise<WireOrder> {
  const events = await readAllUpTimeLine(ctx.db.browsing, bet.id);
  const legBets = await Promise.all(
    (await readLegBets(ctx.db.browsing, bet.id)).map(async (each) => {
      const leaf = leafOfLeg(each);
      const proven = await proveBet(ctx, leaf);
      return {
        bet_id: each.id,
        receipt_no: receiptNo(each.id),
        nonce: leaf.nonce,
        receipt_hash: each.receipt_hash.toString("hex"),
        bet_type: leaf.bet_type,
        selections: JSON.parse(each.selections) as Record<string, number[]>,
        stake_cents: leaf.cost_cents,
        accepted_at: leaf.accepted_at,
        explain: await explainOrder(ctx, each),
        proof: proven?.proof ?? null,
        signed_root: proven?.signedRoot ?? null,
      };
    }),
  );
  return {
    ...toOrder(bet),
    nonce: bet.nonce.toString("hex"),
    exchange_rate: bet.exchange_rate,
    time_line: events.map((event) => toStep(bet, event)),
    alive: null,
    leg_bets: legBets,
    explain: [],
    proof: legBets[0]?.proof ?? null,
    signed_root: legBets[0]?.signed_root ?? null,
  };
}

function statusesOf(status: OrderStatus | "open" | "settled" | undefined): readonly OrderStatus[] {
  if (status === undefined) return [];
  if (status === "open") return ["accepted"];
  if (status === "settled") return ORDER_STATUSES.filter((one) => one !== "accepted");
  return [status];
}
