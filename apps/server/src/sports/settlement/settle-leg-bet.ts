import {
  type OutcomeResult,
  type SettledSportBet,
  type SportBetKind,
  settleSportBet,
} from "@club/domain";
import type { LegBetData } from "./stored-results.ts";

/**
 * What a bet comes to, given what is known of its legs; null: a leg is still open, or an operator
 * cancelled the bet.
 *
 * @param instead - outcomes' results under a result that is not carried out yet.
 */
export function settleLegBet(
  bet: LegBetData,
  instead: Record<string, OutcomeResult> = {},
): SettledSportBet | null {
  if (bet.status === "void") return null;
  const legs: { oddsMilli: number; result: OutcomeResult }[] = [];
  for (const [outcomeId, oddsMilli, status, tied, places] of bet.legs) {
    const result = instead[outcomeId] ?? storedResult(status, tied, places);
    if (result === null) return null;
    legs.push({ oddsMilli, result });
  }
  return settleSportBet({
    kind: bet.kind as SportBetKind,
    unitCents: bet.unit_stake_cents,
    costCents: bet.cost_cents,
    maxPayoutCents: bet.max_payout_cents,
    legs,
  });
}

function storedResult(
  status: string | null,
  tied: number | null,
  places: number | null,
): OutcomeResult | null {
  if (status === null) return null;
  if (status === "dead_heat") return { status, tied: tied ?? 2, places: places ?? 1 };
  return { status: status as "won" };
}
