import { isEachWayForm } from "./price-types.ts";
import {
  type BetOrder,
  type Cents,
  countCombinations,
  betTypeOf,
  flexiUnit,
  parseAmountCents,
  priceBet,
  type RaceField,
  Refusal,
} from "@club/domain";
import type { Obstacle } from "../obstacle.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { toSlots } from "./selection-columns.ts";

/** The club's upper limits; the server has the last word. */
export const BET_LIMITS = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };

export interface FormPrice {
  readonly order: BetOrder | null;
  /** Of all parts together; 0 while nothing is complete. */
  readonly combinations: number;
  readonly unitCents: Cents;
  readonly unit2Cents: Cents | null;
  readonly costCents: Cents;
  /** Flexi: the unspent part of the total, since units are whole cents. */
  readonly unspentCents: Cents;
  readonly obstacle: Obstacle | null;
}

const NOTHING: FormPrice = {
  order: null,
  combinations: 0,
  unitCents: 0n,
  unit2Cents: null,
  costCents: 0n,
  unspentCents: 0n,
  obstacle: null,
};

/**
 * What the form costs, by the function that the server charges with.
 *
 * @param fields - the runners of each leg; fewer than the legs while a race is not known yet.
 */
export function priceForm(form: BetFormState, fields: readonly RaceField[]): FormPrice {
  if (form.betType === 0) return lacking("form.type");
  const { legs } = betTypeOf(form.betType);
  if (legs === 2 && form.race2 === null) return lacking("form.secondRace");
  if (fields.length < legs) return lacking("form.race");
  const slots = toSlots(form.betType, form.picks, form.isBoxed);
  const typed = parseAmountCents(form.amount === "" ? "0" : form.amount) ?? 0n;
  const perPool = countCombinations({ betType: form.betType, slots });
  const combinations = perPool * betTypeOf(form.betType).pools.length;
  const units = unitsOf(form, typed, combinations);
  const order: BetOrder = { betType: form.betType, slots, ...units };
  const { unitStakeCents: unitCents, unitStake2Cents: unit2Cents } = units;
  try {
    const priced = priceBet(order, fields.slice(0, legs), BET_LIMITS);
    const unspentCents = form.stakeMode === "total" ? typed - priced.costCents : 0n;
    return {
      ...NOTHING,
      order: { ...order, slots: priced.slots },
      combinations: priced.combinations,
      unitCents,
      unit2Cents,
      costCents: priced.costCents,
      unspentCents,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const obstacle = obstacleOf(error, order, fields.slice(0, legs));
    return { ...NOTHING, combinations, unitCents, unit2Cents, obstacle };
  }
}

function unitsOf(
  form: BetFormState,
  typed: Cents,
  combinations: number,
): Pick<BetOrder, "unitStakeCents" | "unitStake2Cents"> {
  if (form.stakeMode === "total") {
    const unit = combinations === 0 ? 0n : flexiUnit(typed, combinations);
    return { unitStakeCents: unit, unitStake2Cents: isEachWayForm(form) ? unit : null };
  }
  const place = parseAmountCents(form.amount2 === "" ? "0" : form.amount2) ?? 0n;
  const unitStake2Cents = isEachWayForm(form) ? (form.isSameStake ? typed : place) : null;
  return { unitStakeCents: typed, unitStake2Cents };
}

/** Runners come before the stake in the form, so faults of the runners are named first. */
function obstacleOf(refusal: Refusal, order: BetOrder, fields: readonly RaceField[]): Obstacle {
  const { code, params } = refusal;
  if (code !== "bet.amount_invalid") return { code, params };
  const unit2 = order.unitStake2Cents === null ? null : 1n;
  const withStake = { ...order, unitStakeCents: 1n, unitStake2Cents: unit2 };
  try {
    priceBet(withStake, fields, BET_LIMITS);
    return { code: "form.stake", params: {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, params: error.params };
  }
}

function lacking(code: string): FormPrice {
  return { ...NOTHING, obstacle: { code, params: {} } };
}
