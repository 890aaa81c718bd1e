import type {
  MarketStatus,
  SportEventRow,
  SportEventStatus,
  SportMarket,
  sportEventLine,
} from "@club/contract";
import type { z } from "zod";
import { wireInstant } from "../../core/http/wire.ts";
import type { SportEventRowData, SportMarketData } from "./sport-rows.ts";

type EventLine = z.infer<typeof sportEventLine>;

const MILLI = 1000;

/** Whether an open event takes no bets right now. */
function isHeld(event: SportEventRowData): boolean {
  return event.is_suspended || event.is_stale;
}

/** An event that has started is closed, even before the clock work gets to it. */
export function eventStatus(event: SportEventRowData): SportEventStatus {
  if (event.status !== "open") return event.status;
  if (event.has_started) return "closed";
  return isHeld(event) ? "suspended" : "open";
}

function marketStatus(market: SportMarketData, event: SportEventRowData): MarketStatus {
  const status = eventStatus(event);
  if (market.status !== "open") return market.status;
  if (status === "open" || status === "draft") return "open";
  return status === "suspended" ? "suspended" : "closed";
}

export function toLive(row: {
  live_home: number | null;
  live_away: number | null;
  live_clock: string | null;
}): EventLine["live"] {
  const { live_home: home, live_away: away, live_clock: clock } = row;
  return home === null && away === null && clock === null ? null : { home, away, clock };
}

export function toScore(row: {
  score_home: number | null;
  score_away: number | null;
}): EventLine["result"] {
  const { score_home: home, score_away: away } = row;
  return home === null || away === null ? null : { home, away };
}

export function isLive(event: Pick<SportEventRowData, "status" | "has_started">): boolean {
  return event.has_started && (event.status === "open" || event.status === "closed");
}

export function toEventLine(event: SportEventRowData): EventLine {
  return {
    event_id: event.id,
    sport: event.sport,
    competition: event.competition,
    home: event.home,
    away: event.away,
    home_names: event.home_names,
    away_names: event.away_names,
    start_time: wireInstant(event.start_time),
    status: eventStatus(event),
    is_live: isLive(event),
    live: toLive(event),
    result: toScore(event),
    markets_count: event.markets_count,
  };
}

export function toLine(lineMilli: number | null): number | null {
  return lineMilli === null ? null : lineMilli / MILLI;
}

export function toMarket(market: SportMarketData, event: SportEventRowData): SportMarket {
  return {
    market_id: market.id,
    type: market.type,
    line: toLine(market.line_milli),
    status: marketStatus(market, event),
    version: market.version,
    combines: market.combines,
    outcomes: market.outcomes.map(({ id, key, name, odds_milli, previous_odds_milli, result }) => ({
      outcome_id: id,
      key,
      name,
      odds_milli,
      previous_odds_milli,
      result,
    })),
  };
}

export function toEventRow(
  event: SportEventRowData,
  main: SportMarketData | undefined,
): SportEventRow {
  return {
    ...toEventLine(event),
    main_market: main === undefined ? null : toMarket(main, event),
  };
}
