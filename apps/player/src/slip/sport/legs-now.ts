import type { getSportEvent, MarketStatus } from "@club/contract";
import { useEffect } from "react";
import { call } from "../../core/call.ts";
import { listenTo, usePollMs } from "../../core/stream.ts";
import { takeMarkets, useMarkets } from "../../api/sport-markets.ts";
import { followSportNews, onStatus } from "../../api/sport-news.ts";
import type { SlipLeg } from "./slip-state.ts";

export interface LegNow {
  readonly oddsMilli: number;
  readonly status: MarketStatus;
}

/** The selections as their markets stand: the current price, and whether it can be bet on. */
export function useLegsNow(legs: readonly SlipLeg[]): {
  readonly nowOf: (leg: SlipLeg) => LegNow;
  readonly oddsOf: (leg: SlipLeg) => number;
} {
  const markets = useMarkets(legs.map(({ marketId }) => marketId));
  const nowOf = (leg: SlipLeg): LegNow => {
    const market = markets.find((each) => each?.market_id === leg.marketId);
    const outcome = market?.outcomes.find(({ outcome_id }) => outcome_id === leg.outcomeId);
    if (market === undefined || outcome === undefined) {
      return { oddsMilli: leg.oddsMilli, status: "open" };
    }
    return { oddsMilli: outcome.odds_milli, status: market.status };
  };
  return { nowOf, oddsOf: (leg) => nowOf(leg).oddsMilli };
}

const FALLBACK_MS = 15_000;

/** Keeps the selections' markets fresh while the slip is open: by the stream or by polling. */
export function useFreshLegs(legs: readonly SlipLeg[], isOpen: boolean): void {
  const poll = usePollMs();
  const key = [...new Set(legs.map(({ eventId }) => eventId))].sort().join(",");
  useEffect(() => (isOpen ? followSportNews() : undefined), [isOpen]);
  useEffect(() => {
    if (!isOpen || key === "") return;
    const ids = key.split(",");
    const stops = ids.map((id) => listenTo(`sport:${id}`));
    stops.push(onStatus((id) => ids.includes(id) && void readEvent(id)));
    const read = () => void Promise.all(ids.map(readEvent));
    read();
    const timer = setInterval(read, poll === false ? FALLBACK_MS : poll);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [key, isOpen, poll]);
}

async function readEvent(eventId: string): Promise<void> {
  try {
    const params = { event_id: eventId };
    const wish = { method: "GET", path: "/api/sport/:event_id", params } as const;
    takeMarkets((await call<typeof getSportEvent>(wish)).data.markets);
  } catch (error) {
    console.info("slip", error);
  }
}
