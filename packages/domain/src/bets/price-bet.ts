import { sumCents } from "../money/cents.ts";
import type { Cents } from "../money/cents.ts";
import { refuse } from "../refusal.ts";
import type { BetLimits, BetOrder, BetPart, PricedBet, RaceField } from "./bet-order.ts";
import { findBetType } from "./bet-types.ts";
import type { BetType } from "./bet-types.ts";
import { checkSelection } from "./check-selection.ts";
import { countCombinations } from "./count-combinations.ts";
import { assert } from "../assert.ts";

/**
 * Validates a bet against its races and says what it costs: combinations x unit stake, an Each Way
 * n x win unit + n x place unit. The one price: shown by the app and charged by the server.
 * Checked in this order: type, amounts, selection, combinations, cost.
 * Source: docs/rules/bet-types.md, "What is refused"; docs/rules/money.md, "Cost".
 *
 * @param fields - the races of the bet, one per leg.
 * @throws bet.type_unknown, bet.amount_invalid, bet.nothing_selected, bet.runner_twice,
 * bet.runner_unknown, bet.runner_scratched, bet.standout_invalid, bet.no_combination,
 * bet.too_many_combinations, bet.over_limit
 */
export function priceBet(
  order: BetOrder,
  fields: readonly RaceField[],
  limits: BetLimits,
): PricedBet {
  const betType = findBetType(order.betType);
  const units = unitStakes(order, betType);
  const slots = checkSelection(order, fields);
  const perPool = countCombinations({ betType: order.betType, slots });
  const combinations = perPool * betType.pools.length;
  if (combinations === 0) refuse("bet.no_combination");
  const max = betType.mostCombinations ?? limits.maxCombinations;
  if (combinations > max) refuse("bet.too_many_combinations", { combinations, max });
  const parts = betType.pools.map((pool, i): BetPart => {
    const unitStakeCents = units[i] as Cents;
    const costCents = BigInt(perPool) * unitStakeCents;
    return { pool, combinations: perPool, unitStakeCents, costCents };
  });
  const costCents = sumCents(parts.map((part) => part.costCents));
  refuseOverLimit(costCents, limits.maxCostCents);
  return { combinations, costCents, parts, slots };
}

/** The unit stake in each pool of the bet. `amount` in a refusal: 1 the first, 2 the place unit. */
function unitStakes(order: BetOrder, betType: BetType): Cents[] {
  const units = [order.unitStakeCents];
  if (betType.hasPlaceUnit) units.push(order.unitStake2Cents ?? order.unitStakeCents);
  const invalid = units.findIndex((unit) => unit < 1n);
  if (invalid !== -1) refuse("bet.amount_invalid", { amount: invalid + 1 });
  return units;
}

function refuseOverLimit(costCents: Cents, maxCostCents: Cents): void {
  if (costCents <= maxCostCents) return;
  refuse("bet.over_limit", { costCents: Number(costCents), maxCostCents: Number(maxCostCents) });
}

/**
 * The unit stake of a total that the player wants to spend: total / combinations, down to the cent.
 * What is left over is not taken. Below 1 there is no such bet. Source: docs/rules/money.md, "Flexi".
 */
export function flexiUnit(totalCents: Cents, combinations: number): Cents {
  assert(totalCents >= 0n, "a total is not negative");
  assert(combinations > 0, "a bet has combinations");
  return totalCents / BigInt(combinations);
}
