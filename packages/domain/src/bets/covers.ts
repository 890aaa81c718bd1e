import type { Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf } from "./bet-types.ts";

/**
 * Whether a bet has this combination, without making its combinations: one look into a slot per
 * runner. `numbers` are distinct (in a double they may be equal), by position or leg; the order of
 * a QUINELLA pair does not matter. Source: docs/rules/bet-types.md, "Combinations".
 */
export function covers({ betType, slots }: Selection, numbers: readonly number[]): boolean {
  switch (betTypeOf(betType).layout) {
    case "each":
    case "pair_box":
    case "box":
      return coversBox(slots[0] as Slot, numbers);
    case "positions":
    case "legs":
      return coversPositions(slots, numbers);
    case "pair":
    case "standout_pair":
      return coversPair(slots, numbers);
    case "standout":
      return coversStandout(slots, numbers);
  }
}

function coversBox(slot: Slot, numbers: readonly number[]): boolean {
  for (let i = 0; i < numbers.length; i += 1) {
    if (!slot.includes(numbers[i] as number)) return false;
  }
  return true;
}

function coversPositions(slots: Slots, numbers: readonly number[]): boolean {
  for (let i = 0; i < numbers.length; i += 1) {
    if (!(slots[i] as Slot).includes(numbers[i] as number)) return false;
  }
  return true;
}

function coversPair(slots: Slots, numbers: readonly number[]): boolean {
  const [a, b] = slots as readonly [Slot, Slot];
  const [x, y] = numbers as readonly [number, number];
  return (a.includes(x) && b.includes(y)) || (a.includes(y) && b.includes(x));
}

function coversStandout(slots: Slots, numbers: readonly number[]): boolean {
  const last = slots.length - 1;
  for (let i = 0; i < numbers.length; i += 1) {
    if (!(slots[Math.min(i, last)] as Slot).includes(numbers[i] as number)) return false;
  }
  return true;
}
