import { assert } from "../assert.ts";
import type { ScratchedByLeg, Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf, type PoolCode, poolOf } from "./bet-types.ts";
import { distinctSets, orders, products, sets, slotAt } from "./choose.ts";

/**
 * Writes a combination: saddle numbers joined by "-", ascending where their order does not count, else
 * by position or leg. Source: docs/rules/bet-types.md, "Combinations".
 */
export function writeCombination(pool: PoolCode, numbers: readonly number[]): string {
  if (poolOf(pool).isOrdered) return numbers.join("-");
  return [...numbers].sort((a, b) => a - b).join("-");
}

/** The saddle numbers of a written combination. */
export function readCombination(combination: string): number[] {
  return combination.split("-").map(Number);
}

/**
 * Every distinct combination of a bet as its saddle numbers, in no promised order. An Each Way gives
 * those of one of its pools; the other's are the same. For display and tests: `countCombinations`
 * counts them, `covers` looks one up. Source: docs/rules/bet-types.md, "Combinations".
 */
export function* enumerateCombinations(selection: Selection): Generator<number[]> {
  const { slots } = selection;
  const { layout, length, isOrdered } = betTypeOf(selection.betType);
  switch (layout) {
    case "each":
      for (const runner of slotAt(slots, 0)) yield [runner];
      return;
    case "legs":
      yield* products(slots);
      return;
    case "box":
      if (isOrdered) yield* orders(new Array<Slot>(length).fill(slotAt(slots, 0)));
      else yield* sets(slotAt(slots, 0), length);
      return;
    case "pair":
    case "positions":
      if (isOrdered) yield* orders(slots);
      else yield* distinctSets(slots);
      return;
    case "standout":
      if (isOrdered) yield* orders(standoutPositions(slots, length));
      else yield* standoutSets(slots, length);
  }
}

/** Every distinct combination of a bet as it is written in one of its pools: "3-7". */
export function* combinationsOf(selection: Selection, pool: PoolCode): Generator<string> {
  assert(betTypeOf(selection.betType).pools.includes(pool), "a bet covers only pools of its type");
  for (const numbers of enumerateCombinations(selection)) yield writeCombination(pool, numbers);
}

/** The stand-outs with every choice of the others. */
function* standoutSets(slots: Slots, length: number): Generator<number[]> {
  const standouts = slots.slice(0, -1);
  if (standouts.some((slot) => slot.length === 0)) return;
  const others = slotAt(slots, slots.length - 1);
  for (const rest of sets(others, length - standouts.length)) yield [...standouts.flat(), ...rest];
}

/**
 * The runners of a selection in one race by place in a combination: a box, and the others beside
 * stand-outs, are the same slot again and again.
 */
export function placesOf({ betType, slots }: Selection): Slots {
  const { layout, length } = betTypeOf(betType);
  if (layout === "box") return new Array<Slot>(length).fill(slotAt(slots, 0));
  return layout === "standout" ? standoutPositions(slots, length) : slots;
}

function standoutPositions(slots: Slots, length: number): Slots {
  const standouts = slots.slice(0, -1);
  const others = slotAt(slots, slots.length - 1);
  return [...standouts, ...new Array<Slot>(length - standouts.length).fill(others)];
}

/** Whether a bet names a scratched runner; one set per leg of the bet. */
export function namesScratched({ betType, slots }: Selection, scratched: ScratchedByLeg): boolean {
  const areLegs = betTypeOf(betType).legs > 1;
  for (let i = 0; i < slots.length; i += 1) {
    const out = scratched[areLegs ? i : 0];
    if (out === undefined || out.size === 0) continue;
    for (const runner of slotAt(slots, i)) if (out.has(runner)) return true;
  }
  return false;
}

/** The selection without its scratched runners; one set per leg of the bet. */
export function withoutScratched(selection: Selection, scratched: ScratchedByLeg): Selection {
  const areLegs = betTypeOf(selection.betType).legs > 1;
  const slots = selection.slots.map((slot, index) => {
    const out = scratched[areLegs ? index : 0];
    return out === undefined ? slot : slot.filter((runner) => !out.has(runner));
  });
  return { betType: selection.betType, slots };
}
