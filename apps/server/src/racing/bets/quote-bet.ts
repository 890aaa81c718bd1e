import { type BetForm, isAllUp } from "@club/contract";
import {
  betTypeOf,
  type BoardEstimate,
  estimateLegs,
  estimateRunners,
  isBoardPool,
  type OpenRace,
  orderOfLeg,
  type PoolCode,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readPoolMoney } from "../pools/pool-money.ts";
import { loadBoard } from "../pools/boards.ts";
import { readRunnerStakes } from "../pools/runner-stakes.ts";
import type { RaceFacts } from "../races/race-facts.ts";
import { askAllUp, prepareAllUp } from "./all-up-order.ts";
import { askBet, prepareBet, type PreparedBet } from "./bet-order.ts";
import { findSameBet } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

/** What the bet would cost and about return, and an equal bet of the last minute. Moves nothing. */
export async function quoteBet(ctx: AppContext, playerId: string, form: BetForm) {
  if (isAllUp(form)) return await quoteAllUp(ctx, playerId, form);
  const asked = askBet(form);
  const prepared = await prepareBet(ctx, asked, form);
  const { order, priced } = prepared;
  const [{ range, unbacked }, same] = await Promise.all([
    estimate(ctx, prepared),
    findSameBet(ctx.db.browsing, playerId, asked.fingerprint),
  ]);
  return {
    combinations: priced.combinations,
    unit_stake_cents: wireCents(order.unitStakeCents),
    unit_stake2_cents: wireCents(order.unitStake2Cents),
    cost_cents: wireCents(priced.costCents),
    approximate_return_cents:
      range === null ? null : { min: wireCents(range.minCents), max: wireCents(range.maxCents) },
    unbacked_combinations: unbacked,
    same_as: same === null ? null : toPlacedOrder(same),
  };
}

/** An All Up returns what its legs about return, one put on the next. */
async function quoteAllUp(ctx: AppContext, playerId: string, form: BetForm) {
  const asked = askAllUp(form);
  const { stakeCents, legs } = await prepareAllUp(ctx, asked, form);
  let range: BoardEstimate["range"] = { minCents: stakeCents, maxCents: stakeCents };
  let unbacked = 0;
  for (const { leg, race, poolId } of legs) {
    const part = { races: [race], poolIds: [poolId] };
    const ofLeg = async (cents: bigint): Promise<BoardEstimate> =>
      await estimate(ctx, { ...part, order: orderOfLeg(leg, cents) });
    if (range === null) break;
    const low: BoardEstimate = await ofLeg(range.minCents);
    const high: BoardEstimate = await ofLeg(range.maxCents);
    unbacked += low.unbacked;
    range =
      low.range === null || high.range === null
        ? null
        : { minCents: low.range.minCents, maxCents: high.range.maxCents };
  }
  const same = await findSameBet(ctx.db.browsing, playerId, asked.fingerprint);
  return {
    combinations: 1,
    unit_stake_cents: wireCents(stakeCents),
    unit_stake2_cents: null,
    cost_cents: wireCents(stakeCents),
    approximate_return_cents:
      range === null ? null : { min: wireCents(range.minCents), max: wireCents(range.maxCents) },
    unbacked_combinations: unbacked,
    same_as: same === null ? null : toPlacedOrder(same),
  };
}

/** By the board of its pool, by what is on each runner, or by the chances of its legs. */
async function estimate(
  ctx: AppContext,
  { order, races, poolIds }: Pick<PreparedBet, "order" | "races" | "poolIds">,
): Promise<BoardEstimate> {
  const [first] = races as [RaceFacts];
  const [pool] = betTypeOf(order.betType).pools as [PoolCode];
  if (isBoardPool(pool)) {
    const { board, of } = await loadBoard(ctx, first, pool);
    return board.estimate(order, of);
  }
  const open = await Promise.all(races.map(async (race) => await toOpenRace(ctx, race)));
  const { rules } = first;
  if (races.length === 1) {
    return { range: estimateRunners(order, open[0] as OpenRace, rules), unbacked: 0 };
  }
  const money = await readPoolMoney(ctx.db.browsing, String(poolIds[0]));
  return { range: estimateLegs(order, open, { rules, ...money }), unbacked: 0 };
}

async function toOpenRace(ctx: AppContext, race: RaceFacts): Promise<OpenRace> {
  const { runners, scratched, handicap } = race;
  const stakes = await readRunnerStakes(ctx.db.browsing, race.raceId);
  return { runners, scratched, handicap, winStakes: stakes.WIN, placeStakes: stakes.PLACE };
}
