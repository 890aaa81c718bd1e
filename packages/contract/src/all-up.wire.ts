import {
  ALL_UP_INDEX,
  ALL_UP_LEGS,
  ALL_UP_POOL_CODES,
  type AllUpLeg,
  type AllUpOrder,
  type AllUpPoolCode,
  type BetType,
  betTypeOf,
  isBetTypeIndex,
  orderOfLeg,
  Refusal,
} from "@club/domain";
import { isEmpty, parseRunners, parseStake, slotsOf, type WireForm } from "./bet-form.wire.ts";

/** Whether a form asks for an All Up. */
export function isAllUp(form: WireForm): boolean {
  return [ALL_UP_INDEX, String(ALL_UP_INDEX)].includes(form["bet_type"] as number | string);
}

/**
 * The All Up in a bet form: `legs`, each with `race_id`, its `pool` (or the bet type of a single
 * combination in it), and its runners as `combination` ("3-7", [3, 7]), or in the fields of that type.
 * Knows nothing of races. Source: docs/rules/all-up.md, "The form".
 *
 * @throws bet.nothing_selected, bet.too_many_combinations, bet.race_mismatch, bet.type_unknown,
 * bet.runner_unknown, bet.amount_invalid: params.field is `legs` with `leg` from 1, or `betAmount`
 */
export function parseAllUp(form: WireForm): AllUpOrder {
  const field = "legs";
  const legs = form[field];
  if (isEmpty(legs)) throw new Refusal("bet.nothing_selected", { field, leg: 1 });
  if (!Array.isArray(legs)) throw new Refusal("bet.runner_unknown", { field });
  const [, max] = ALL_UP_LEGS;
  if (legs.length > max) {
    throw new Refusal("bet.too_many_combinations", { field, combinations: legs.length, max });
  }
  return {
    legs: legs.map((leg: unknown, i) => parseLeg(leg, i + 1)),
    stakeCents: parseStake(form, "betAmount"),
  };
}

function parseLeg(value: unknown, leg: number): AllUpLeg {
  const where = { field: "legs", leg };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("bet.nothing_selected", where);
  }
  const form = value as WireForm;
  const raceId = form["race_id"];
  if (isEmpty(raceId) || !isPlain(raceId)) throw new Refusal("bet.race_mismatch", where);
  const pool = poolOfLeg(form);
  if (pool === null) throw new Refusal("bet.type_unknown", where);
  try {
    return { raceId: String(raceId), pool, numbers: numbersOfLeg(form, pool) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, { ...error.params, ...where });
  }
}

/** Anything else may have no text and no number. */
const isPlain = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

function poolOfLeg(form: WireForm): AllUpPoolCode | null {
  const named = form["pool"];
  const type = typeNamed(form);
  const isMeant = (code: AllUpPoolCode): boolean =>
    isEmpty(named) ? straightOf(code).index === type?.index : code === named;
  return ALL_UP_POOL_CODES.find(isMeant) ?? null;
}

/** The bet type of a single combination in a pool. */
const straightOf = (pool: AllUpPoolCode): BetType =>
  betTypeOf(orderOfLeg({ raceId: "", pool, numbers: [] }, 0n).betType);

function typeNamed(form: WireForm): BetType | null {
  const index = isPlain(form["bet_type"]) ? Number(form["bet_type"]) : 0;
  return isBetTypeIndex(index) ? betTypeOf(index) : null;
}

function numbersOfLeg(form: WireForm, pool: AllUpPoolCode): number[] {
  const { combination } = form;
  if (isEmpty(combination)) return slotsOf(form, typeOfLeg(form, pool)).flat();
  // A written combination, "3-7"; a picker's label has no number behind its dash.
  const isWritten =
    typeof combination === "string" && /^\s*\d{1,3}(\s*-\s*\d{1,3})*\s*$/.test(combination);
  return parseRunners(isWritten ? combination.split("-") : combination, "legs");
}

/** Whose fields a leg has: its own bet type's, or else those of the straight bet of its pool. */
function typeOfLeg(form: WireForm, pool: AllUpPoolCode): BetType {
  const named = typeNamed(form);
  return named?.pools[0] === pool ? named : straightOf(pool);
}

/** Names the wire field to blame in a refusal of `checkAllUp`. */
export function nameAllUpField(error: Refusal): Refusal {
  const { amount, ...params } = error.params;
  const isAmount = amount !== undefined || error.code === "bet.over_limit";
  return new Refusal(error.code, { field: isAmount ? "betAmount" : "legs", ...params });
}
