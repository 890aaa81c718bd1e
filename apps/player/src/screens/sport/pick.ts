import type { SportEvent, SportEventRow, SportMarket, SportOutcome } from "@club/contract";
import { MOST_LEGS } from "@club/domain";
import { showToast } from "@club/ui";
import { currentT } from "../../core/lang.ts";
import { changeSlip, currentSlip } from "../../slip/sport/slip-store.ts";
import type { SlipLeg } from "../../slip/sport/slip-state.ts";

export interface Pick {
  readonly event: SportEventRow | SportEvent;
  readonly market: SportMarket;
  readonly outcome: SportOutcome;
}

/** A tap on a price: into the slip, or out of it again. */
export function pickOutcome(pick: Pick): void {
  const { legs } = currentSlip();
  const leg = legOf(pick);
  const isThere = legs.some(({ marketId }) => marketId === leg.marketId);
  if (!isThere && legs.length >= MOST_LEGS) {
    showToast(currentT()("sport.slip.full", { n: MOST_LEGS }));
    return;
  }
  changeSlip({ do: "toggle", leg });
}

function legOf({ event, market, outcome }: Pick): SlipLeg {
  const { sport, competition, home, away, home_names, away_names, start_time } = event;
  return {
    eventId: event.event_id,
    marketId: market.market_id,
    outcomeId: outcome.outcome_id,
    oddsMilli: outcome.odds_milli,
    event: { sport, competition, home, away, home_names, away_names, start_time },
    type: market.type,
    line: market.line,
    key: outcome.key,
    name: outcome.name,
    combines: market.combines,
  };
}

/** Whether the slip holds an outcome. */
export function isInSlip(legs: readonly SlipLeg[], outcomeId: string): boolean {
  return legs.some((leg) => leg.outcomeId === outcomeId);
}

/** in: the price shortened; out: it lengthened; since the last change of its market. */
export function moveOf({ odds_milli, previous_odds_milli }: SportOutcome): "in" | "out" | "flat" {
  if (previous_odds_milli === null || previous_odds_milli === odds_milli) return "flat";
  return odds_milli < previous_odds_milli ? "in" : "out";
}
