import type { DataOf, getSportOrder } from "@club/contract";
import {
  type DecidedSportBet,
  type SportExplainStep,
  explainSportBet,
  explainVoidSportBet,
} from "@club/domain";
import { wireCents, wireParams } from "../../core/http/wire.ts";
import type { SportBetData } from "./sport-orders.queries.ts";
import { resultOf } from "./sport-orders.wire.ts";

type Steps = DataOf<typeof getSportOrder>["explain"];

/**
 * Explains a sports bet's payout, by the function that settled it. Empty while the bet is open, or
 * while one of its events is being corrected. Source: docs/rules/proofs.md, "Why this amount".
 */
export function explainSportOrder(bet: SportBetData): Steps {
  if (bet.status === "accepted") return [];
  if (bet.status === "void") return explainVoidSportBet(bet.refund_cents).map(toWire);
  const decided = decidedBetOf(bet);
  if (decided === null) return [];
  const steps = explainSportBet(decided);
  const refunded = steps.find(({ key }) => key === "refund")?.amountCents ?? 0n;
  const isPaid = steps.at(-1)?.amountCents === bet.payout_cents && refunded === bet.refund_cents;
  return isPaid ? steps.map(toWire) : [];
}

/** A bet with all its results, as the engine settles it; null: a leg is open. */
export function decidedBetOf(bet: SportBetData): DecidedSportBet | null {
  const legs = bet.legs.flatMap((leg) => {
    const result = resultOf(leg);
    return result === null ? [] : [{ oddsMilli: leg.odds_milli, result }];
  });
  if (legs.length < bet.legs.length) return null;
  return {
    kind: bet.kind,
    unitCents: bet.unit_stake_cents,
    costCents: bet.cost_cents,
    maxPayoutCents: bet.max_payout_cents,
    legs,
  };
}

function toWire({ key, params, amountCents }: SportExplainStep): Steps[number] {
  return { key, params: wireParams(params), amount_cents: wireCents(amountCents) };
}
