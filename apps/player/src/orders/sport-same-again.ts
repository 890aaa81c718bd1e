import type { SportOrder } from "@club/contract";
import { clubNow, typedOfCents } from "@club/ui";
import type { T } from "../core/lang.ts";
import type { SlipLeg, StakeId } from "../slip/sport/slip-state.ts";
import { currentSlip, openSportSlip } from "../slip/sport/slip-store.ts";
import { replaceSlip } from "../slip/sport/take-out.ts";

/** The same bet can be made again while all of its matches are to come. */
export function canBetAgain({ legs }: Pick<SportOrder, "legs">): boolean {
  return legs.every(
    ({ status, start_time }) => status === "open" && Date.parse(start_time) > clubNow(),
  );
}

/** The same bet in the slip, with the prices it was taken at; prices that moved are shown. */
export function sameAgain(t: T, order: SportOrder): void {
  const { policy, mode } = currentSlip();
  const legs = order.legs.map((leg) => toSlipLeg(leg, order));
  const [first] = legs;
  if (first === undefined) return;
  const id: StakeId = order.kind === "single" ? `single:${first.outcomeId}` : order.kind;
  const cents = mode === "total" ? order.cost_cents : order.unit_stake_cents;
  const stakes = { [id]: typedOfCents(BigInt(cents)) };
  replaceSlip(t, { legs, stakes, mode, policy, field: null });
  openSportSlip();
}

function toSlipLeg(leg: SportOrder["legs"][number], order: SportOrder): SlipLeg {
  const { sport, competition, home, away, home_names, away_names, start_time } = leg;
  const ofEvent = order.legs.filter(({ event_id }) => event_id === leg.event_id);
  return {
    eventId: leg.event_id,
    marketId: leg.market_id,
    outcomeId: leg.outcome_id,
    oddsMilli: leg.odds_milli,
    event: { sport, competition, home, away, home_names, away_names, start_time },
    type: leg.type,
    line: leg.line,
    key: leg.key,
    name: leg.name,
    // They were in one bet, so they may be again.
    combines: ofEvent.length > 1,
  };
}
