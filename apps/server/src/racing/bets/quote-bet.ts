import type { BetForm } from "@club/contract";
import { estimateReturn, type OpenRace } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readRunnerStakes } from "../pools/runner-stakes.ts";
import type { RaceFacts } from "../races/race-facts.ts";
import { askBet, prepareBet } from "./bet-order.ts";
import { findSameBet } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

/** What the bet would cost and about return, and an equal bet of the last minute. Moves nothing. */
export async function quoteBet(ctx: AppContext, playerId: string, form: BetForm) {
  const asked = askBet(form);
  const { order, races, priced } = await prepareBet(ctx, asked, form);
  const [openRaces, same] = await Promise.all([
    Promise.all(races.map(async (race) => await toOpenRace(ctx, race))),
    findSameBet(ctx.db.browsing, playerId, asked.fingerprint),
  ]);
  const estimate = estimateReturn(order, openRaces, (races[0] as RaceFacts).rules);
  return {
    combinations: priced.combinations,
    unit_stake_cents: wireCents(order.unitStakeCents),
    unit_stake2_cents: wireCents(order.unitStake2Cents),
    cost_cents: wireCents(priced.costCents),
    approximate_return_cents:
      estimate === null
        ? null
        : { min: wireCents(estimate.minCents), max: wireCents(estimate.maxCents) },
    same_as: same === null ? null : toPlacedOrder(same),
  };
}

async function toOpenRace(ctx: AppContext, race: RaceFacts): Promise<OpenRace> {
  const { runners, scratched, handicap } = race;
  const stakes = await readRunnerStakes(ctx.db.browsing, race.raceId);
  return { runners, scratched, handicap, winStakes: stakes.WIN, placeStakes: stakes.PLACE };
}
