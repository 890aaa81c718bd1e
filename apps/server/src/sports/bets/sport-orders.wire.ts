import type { PlacedSportOrder, SportOrder, SportOrderLeg } from "@club/contract";
import { type OutcomeResult, factorText, legFactor } from "@club/domain";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import type { SportBetData, SportLegData } from "./sport-orders.queries.ts";
import { isLive, toLine, toLive, toScore } from "../events/sports.wire.ts";

/** The result in an outcome's row, for the engine; null: not known yet. */
export function resultOf(leg: {
  result: SportLegData["result"];
  tied: number | null;
  places: number | null;
}): OutcomeResult | null {
  const { result, tied, places } = leg;
  if (result === null || result === "open") return null;
  if (result !== "dead_heat") return { status: result };
  return { status: result, tied: tied ?? 2, places: places ?? 1 };
}

function placedLeg(leg: SportLegData): PlacedSportOrder["legs"][number] {
  const { event_id, market_id, outcome_id, odds_milli, seen_odds_milli, market_version } = leg;
  return { event_id, market_id, outcome_id, odds_milli, seen_odds_milli, market_version };
}

function toReceipt(bet: SportBetData): Omit<PlacedSportOrder, "balance_cents" | "legs"> {
  return {
    order_id: bet.id,
    receipt_no: receiptNo(bet.id),
    kind: bet.kind,
    lines: bet.lines,
    unit_stake_cents: wireCents(bet.unit_stake_cents),
    cost_cents: wireCents(bet.cost_cents),
    max_payout_cents: wireCents(bet.max_payout_cents),
    price_policy: bet.price_policy,
    accepted_at: wireInstant(bet.accepted_at),
    receipt_hash: bet.receipt_hash.toString("hex"),
  };
}

export function toPlacedSportOrder(bet: SportBetData): PlacedSportOrder {
  return {
    ...toReceipt(bet),
    legs: bet.legs.map(placedLeg),
    balance_cents: wireCents(bet.balance_cents),
  };
}

function toLeg(leg: SportLegData): SportOrderLeg {
  const result = resultOf(leg);
  const { sport, competition, home, away, home_names, away_names, start_time, type, key, name } =
    leg;
  return {
    ...placedLeg(leg),
    sport,
    competition,
    home,
    away,
    home_names,
    away_names,
    start_time,
    type,
    line: toLine(leg.line_milli),
    key,
    name,
    status: leg.result ?? "open",
    factor: result === null ? null : factorText(legFactor(result, leg.odds_milli)),
    is_live: isLive({ status: leg.event_status, has_started: leg.has_started }),
    live: toLive(leg),
    result: toScore(leg),
  };
}

export function toSportOrder(bet: SportBetData): SportOrder {
  return {
    ...toReceipt(bet),
    legs: bet.legs.map(toLeg),
    status: bet.status,
    payout_cents: wireCents(bet.payout_cents),
    refund_cents: wireCents(bet.refund_cents),
    settled_at: wireInstant(bet.settled_at),
    void_reason: bet.void_reason,
  };
}
