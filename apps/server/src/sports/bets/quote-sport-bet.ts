import type { BodyOf, DataOf, MarketStatus, quoteSportOrder } from "@club/contract";
import { type PricedLeg, Refusal, kindsForLegs, priceSportBet, relatedLegs } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { isId } from "../../core/kit/ids.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readSportLimits } from "../events/sport-limits.ts";
import type { SportEventRowData, SportMarketData } from "../events/sport-rows.ts";
import { readEvent, readSomeMarkets } from "../events/stored-events.ts";
import { toMarket } from "../events/sports.wire.ts";

type Asked = BodyOf<typeof quoteSportOrder>;
type Quote = DataOf<typeof quoteSportOrder>;

interface QuotedLeg {
  readonly priced: PricedLeg;
  readonly wire: Quote["legs"][number];
}

/** What a slip costs and returns at current odds, and what rules out each kind. Moves nothing. */
export async function quoteSportBet(ctx: AppContext, asked: Asked): Promise<Quote> {
  const legs = await readLegs(ctx, asked);
  const { maxPayoutCents } = await readSportLimits(ctx.db.browsing);
  const priced = legs.map((leg) => leg.priced);
  const isClosed = legs.some(({ wire }) => wire.status !== "open");
  return {
    legs: legs.map((leg) => leg.wire),
    related: relatedLegs(priced).map((group) => [...group]),
    kinds: [...kindsForLegs(legs.length)],
    club_max_payout_cents: wireCents(maxPayoutCents),
    bets: asked.bets.map((bet) => quoteOne(bet, priced, { maxPayoutCents, isClosed })),
  };
}

function quoteOne(
  bet: Asked["bets"][number],
  legs: readonly PricedLeg[],
  book: { maxPayoutCents: bigint; isClosed: boolean },
): Quote["bets"][number] {
  const { kind } = bet;
  try {
    const ask = { kind, legs, unitCents: BigInt(bet.unit_stake_cents) };
    const price = priceSportBet(ask, book.maxPayoutCents);
    return {
      kind,
      lines: price.lines,
      cost_cents: wireCents(price.costCents),
      return_cents: safeCents(price.returnCents),
      max_payout_cents: wireCents(price.maxPayoutCents),
      refusal: book.isClosed ? "market.closed" : null,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nothing = { lines: 0, cost_cents: 0, return_cents: 0, max_payout_cents: 0 };
    return { kind, ...nothing, refusal: error.code };
  }
}

/** A return may exceed what JSON numbers can hold; then it is capped at the most they can. */
function safeCents(cents: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return wireCents(cents < most ? cents : most);
}

/** @throws sport.outcome_unknown */
async function readLegs(ctx: AppContext, { legs }: Asked): Promise<QuotedLeg[]> {
  const ids = [...new Set(legs.map((leg) => leg.market_id))];
  if (!ids.every(isId)) throw new Refusal("sport.outcome_unknown");
  const markets = new Map(
    (await readSomeMarkets(ctx.db.browsing, ids)).map((market) => [market.id, market]),
  );
  const events = new Map<string, SportEventRowData>();
  for (const market of markets.values()) {
    const event =
      events.get(market.event_id) ?? (await readEvent(ctx.db.browsing, market.event_id));
    if (event !== null) events.set(market.event_id, event);
  }
  return legs.map((leg) => {
    const market = markets.get(leg.market_id);
    const event = events.get(leg.event_id);
    if (market === undefined || event === undefined || event.status === "draft") {
      throw new Refusal("sport.outcome_unknown");
    }
    return quoteLeg(leg, market, event);
  });
}

function quoteLeg(
  leg: Asked["legs"][number],
  market: SportMarketData,
  event: SportEventRowData,
): QuotedLeg {
  const outcome = market.outcomes.find(({ id }) => id === leg.outcome_id);
  if (outcome === undefined || market.event_id !== event.id) {
    throw new Refusal("sport.outcome_unknown");
  }
  const status: MarketStatus = toMarket(market, event).status;
  return {
    priced: {
      eventId: event.id,
      outcomeId: outcome.id,
      oddsMilli: outcome.odds_milli,
      combines: market.combines,
    },
    wire: {
      event_id: event.id,
      market_id: market.id,
      outcome_id: outcome.id,
      odds_milli: outcome.odds_milli,
      seen_odds_milli: leg.odds_milli,
      market_version: market.version,
      status,
    },
  };
}
