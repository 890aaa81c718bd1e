import { assert } from "../assert.ts";
import type { ScratchedByLeg, Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf, type PoolCode } from "./bet-types.ts";

const EMPTY: Slot = [];

function slotAt(slots: Slots, index: number): Slot {
  return slots[index] ?? EMPTY;
}

/**
 * Writes a combination: saddle numbers joined by "-", QUINELLA ascending, the others by position or
 * leg. Source: docs/rules/bet-types.md, "Combinations".
 */
export function writeCombination(pool: PoolCode, numbers: readonly number[]): string {
  if (pool !== "QUINELLA") return numbers.join("-");
  return [...numbers].sort((a, b) => a - b).join("-");
}

/** The saddle numbers of a written combination. */
export function readCombination(combination: string): number[] {
  return combination.split("-").map(Number);
}

/**
 * Every distinct combination of a bet as its saddle numbers, in no promised order. An Each Way gives
 * those of one of its pools; the other has the same. For showing and testing: a count is
 * `countCombinations`, a membership `covers`. Source: docs/rules/bet-types.md, "Combinations".
 */
export function* enumerateCombinations(selection: Selection): Generator<number[]> {
  const { slots } = selection;
  const { layout, length } = betTypeOf(selection.betType);
  switch (layout) {
    case "each":
      for (const runner of slotAt(slots, 0)) yield [runner];
      return;
    case "pair":
    case "pair_box":
    case "standout_pair":
      yield* pairs(slotAt(slots, 0), slotAt(slots, layout === "pair_box" ? 0 : 1));
      return;
    case "box":
      yield* orders(new Array<Slot>(length).fill(slotAt(slots, 0)));
      return;
    case "positions":
      yield* orders(slots);
      return;
    case "legs":
      for (const a of slotAt(slots, 0)) for (const b of slotAt(slots, 1)) yield [a, b];
      return;
    case "standout":
      yield* orders(standoutPositions(slots, length));
  }
}

/** Every distinct combination of a bet as it is written in one of its pools: "3-7". */
export function* combinationsOf(selection: Selection, pool: PoolCode): Generator<string> {
  assert(betTypeOf(selection.betType).pools.includes(pool), "a bet covers only pools of its type");
  for (const numbers of enumerateCombinations(selection)) yield writeCombination(pool, numbers);
}

function* pairs(first: Slot, second: Slot): Generator<number[]> {
  for (const a of first) {
    for (const b of second) {
      const comesAgain = first.includes(b) && second.includes(a);
      if (a < b || (a > b && !comesAgain)) yield a < b ? [a, b] : [b, a];
    }
  }
}

function* orders(positions: Slots, taken: readonly number[] = []): Generator<number[]> {
  if (taken.length === positions.length) {
    yield [...taken];
    return;
  }
  for (const runner of slotAt(positions, taken.length)) {
    if (!taken.includes(runner)) yield* orders(positions, [...taken, runner]);
  }
}

function standoutPositions(slots: Slots, length: number): Slots {
  const standouts = slots.slice(0, -1);
  const others = slotAt(slots, slots.length - 1);
  return [...standouts, ...new Array<Slot>(length - standouts.length).fill(others)];
}

/** Whether a bet names a scratched runner; one set per leg of the bet. */
export function namesScratched({ betType, slots }: Selection, scratched: ScratchedByLeg): boolean {
  const areLegs = betTypeOf(betType).legs === 2;
  for (let i = 0; i < slots.length; i += 1) {
    const out = scratched[areLegs ? i : 0];
    if (out === undefined || out.size === 0) continue;
    for (const runner of slotAt(slots, i)) if (out.has(runner)) return true;
  }
  return false;
}

/** The selection without its scratched runners; one set per leg of the bet. */
export function withoutScratched(selection: Selection, scratched: ScratchedByLeg): Selection {
  const areLegs = betTypeOf(selection.betType).legs === 2;
  const slots = selection.slots.map((slot, index) => {
    const out = scratched[areLegs ? index : 0];
    return out === undefined ? slot : slot.filter((runner) => !out.has(runner));
  });
  return { betType: selection.betType, slots };
}
