import type { BodyOf, priceSportMarket } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Connection, withTransaction } from "../../core/db/connect.ts";
import { isId, knownId } from "../../core/kit/ids.ts";
import { forgetSports } from "../events/read-sports.ts";
import { type SportActor, auditAct } from "../events/sport-event-act.ts";
import type { SportMarketData } from "../events/sport-rows.ts";
import { readSomeMarkets } from "../events/stored-events.ts";

type Prices = BodyOf<typeof priceSportMarket>;

/**
 * Sets odds of a market: one new version, under the event's row lock, which bets hold while they
 * are decided.
 *
 * @throws not_found, sport.outcome_unknown, sport.version, sport.event_state
 */
export async function priceMarket(
  ctx: AppContext,
  asked: { marketId: string; prices: Prices },
  actor: SportActor,
): Promise<void> {
  const { outcomes, version } = asked.prices;
  await actOnMarket(ctx, asked.marketId, async (tx, market) => {
    if (typeof version === "number" && market.version !== version) {
      throw new Refusal("sport.version", { version: market.version });
    }
    const known = new Map(market.outcomes.map((outcome) => [outcome.id, outcome]));
    const isKnown = outcomes.every(({ outcome_id }) => isId(outcome_id) && known.has(outcome_id));
    if (!isKnown) throw new Refusal("sport.outcome_unknown");
    await tx.query("SELECT set_sport_price($1, $2::uuid[], $3::integer[], 'hand', $4)", [
      market.id,
      outcomes.map(({ outcome_id }) => outcome_id),
      outcomes.map(({ odds_milli }) => odds_milli),
      actor.operator?.id ?? null,
    ]);
    await auditAct(tx, actor, {
      action: "sport.price",
      target: market.id,
      before: market.outcomes.map(({ key, odds_milli }) => ({ key, odds_milli })),
      after: outcomes,
    });
  });
}

/**
 * Suspends or resumes one market. What an operator suspended no feed opens, also where the feed had
 * taken it off before.
 *
 * @throws not_found, sport.event_state
 */
export async function holdMarket(
  ctx: AppContext,
  asked: { marketId: string; isSuspended: boolean },
  actor: SportActor,
): Promise<void> {
  const status = asked.isSuspended ? "suspended" : "open";
  await actOnMarket(ctx, asked.marketId, async (tx, market) => {
    await tx.query("SELECT set_sport_market_status($1, $2, $3)", [
      market.id,
      status,
      actor.operator?.id ?? null,
    ]);
    await tx.query("UPDATE sport_market SET is_held = $2 WHERE id = $1", [
      market.id,
      asked.isSuspended,
    ]);
    const action = asked.isSuspended ? "sport.market_suspend" : "sport.market_resume";
    await auditAct(tx, actor, { action, target: market.id });
  });
}

/** Sets the most that the club is ready to lose on a market by singles. */
export async function limitMarket(
  ctx: AppContext,
  asked: { marketId: string; maxLiabilityCents: number },
  actor: SportActor,
): Promise<void> {
  await actOnMarket(ctx, asked.marketId, async (tx, market) => {
    await tx.query("UPDATE sport_market SET max_liability_cents = $2 WHERE id = $1", [
      market.id,
      asked.maxLiabilityCents,
    ]);
    await auditAct(tx, actor, {
      action: "sport.market_limit",
      target: market.id,
      before: { max_liability_cents: market.max_liability_cents },
      after: { max_liability_cents: asked.maxLiabilityCents },
    });
  });
}

/** Runs an act on a market that may still take bets: locks the event, then reads the market. */
async function actOnMarket(
  ctx: AppContext,
  marketId: string,
  work: (tx: Connection, market: SportMarketData) => Promise<void>,
): Promise<void> {
  const id = knownId(marketId);
  await withTransaction(ctx.db.operators, async (tx) => {
    const { rows } = await tx.query<{ status: string }>(
      `SELECT v.status FROM sport_event v WHERE v.id = (SELECT event_id FROM sport_market WHERE id = $1)
       FOR NO KEY UPDATE`,
      [id],
    );
    const [event] = rows;
    if (event === undefined) throw new Refusal("not_found");
    const [market] = await readSomeMarkets(tx, [id]);
    if (market === undefined) throw new Refusal("not_found");
    const isOver =
      !["draft", "open"].includes(event.status) || !["open", "suspended"].includes(market.status);
    if (isOver) throw new Refusal("sport.event_state", { status: event.status });
    await work(tx, market);
  });
  forgetSports(ctx);
}
