import { isEachWayForm } from "./price-types.ts";
import {
  type BetOrder,
  type Cents,
  checkAllUp,
  countCombinations,
  betTypeOf,
  flexiUnit,
  orderOfLeg,
  parseAmountCents,
  present,
  priceBet,
  type RaceField,
  Refusal,
} from "@club/domain";
import type { Obstacle } from "../obstacle.ts";
import type { AllUpLegRef, BetFormState } from "./bet-form.state.ts";
import { toSlots } from "./selection-columns.ts";

/** The club's upper limits; the server has the last word. */
export const BET_LIMITS = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };

export interface FormPrice {
  /** Of an All Up the bet on its first leg: that is what it costs. */
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
  if (form.allUp !== undefined) return priceAllUp(form, form.allUp, fields);
  if (form.betType === 0) return lacking("form.type");
  const { legs } = betTypeOf(form.betType);
  const missing = missingRace(form, fields.length < legs, legs);
  if (missing !== null) return lacking(missing);
  const slots = toSlots(form.betType, form.picks, form.isBoxed);
  const typed = typedCents(form.amount);
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
    const faults = obstacleOf(error, order, fields.slice(0, legs));
    const isThin = faults.code === "form.stake" && isSharedToNothing(form, typed);
    const obstacle = isThin ? { code: "form.unit", params: { combinations } } : faults;
    return { ...NOTHING, combinations, unitCents, unit2Cents, obstacle };
  }
}

const typedCents = (amount: string): Cents => parseAmountCents(amount === "" ? "0" : amount) ?? 0n;

/** One stake, whatever the legs become: by the function that the server checks with. */
function priceAllUp(
  form: BetFormState,
  allUp: readonly AllUpLegRef[],
  fields: readonly RaceField[],
): FormPrice {
  if (fields.length < allUp.length) return lacking("form.loading");
  const legs = allUp.map(({ race: { raceId }, pool }, at) => {
    return { raceId, pool, numbers: form.picks[at] ?? [] };
  });
  const races = allUp.map(({ race: { raceId, date: day, startMs } }, at) => {
    return { ...present(fields[at], "every leg has its field"), raceId, day, startMs };
  });
  const stakeCents = typedCents(form.amount);
  try {
    // Legs come before the stake in the form, so their faults are named first.
    checkAllUp({ legs, stakeCents: 1n }, races, BET_LIMITS);
    const checked = checkAllUp({ legs, stakeCents }, races, BET_LIMITS);
    const order = orderOfLeg(present(checked.legs[0], "an All Up has legs"), stakeCents);
    return { ...NOTHING, order, combinations: 1, unitCents: stakeCents, costCents: stakeCents };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, params } = error;
    return code === "bet.amount_invalid"
      ? lacking("form.stake")
      : { ...NOTHING, obstacle: { code, params } };
  }
}

/** The races of a pool over several are known by it, and on their way. */
function missingRace({ race2 }: BetFormState, isMissing: boolean, legs: number): string | null {
  if (legs === 2 && race2 === null) return "form.secondRace";
  if (!isMissing) return null;
  return legs > 2 ? "form.loading" : "form.race";
}

/** A total of less than a cent for each combination. */
const isSharedToNothing = ({ stakeMode }: BetFormState, typed: Cents): boolean =>
  stakeMode === "total" && typed > 0n;

function unitsOf(
  form: BetFormState,
  typed: Cents,
  combinations: number,
): Pick<BetOrder, "unitStakeCents" | "unitStake2Cents"> {
  if (form.stakeMode === "total") {
    const unit = combinations === 0 ? 0n : flexiUnit(typed, combinations);
    return { unitStakeCents: unit, unitStake2Cents: isEachWayForm(form) ? unit : null };
  }
  const place = typedCents(form.amount2);
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
