import type { Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf } from "./bet-types.ts";

/**
 * Whether a bet has this combination, without making its combinations: one look into a slot per
 * runner. `numbers` are distinct (in a double they may be equal), by position or leg, or in
 * any order where it does not count. Source: docs/rules/bet-types.md, "Combinations".
 */
export function covers({ betType, slots }: Selection, numbers: readonly number[]): boolean {
  const { layout, isOrdered } = betTypeOf(betType);
  if (layout === "each" || layout === "box") return coversBox(slots[0] as Slot, numbers);
  return isOrdered ? coversPositions(slots, numbers) : coversInAnyOrder(slots, numbers);
}

function coversBox(slot: Slot, numbers: readonly number[]): boolean {
  for (let i = 0; i < numbers.length; i += 1) {
    if (!slot.includes(numbers[i] as number)) return false;
  }
  return true;
}

/** The last slot of a stand-out holds all positions from its own on. */
function coversPositions(slots: Slots, numbers: readonly number[]): boolean {
  const last = slots.length - 1;
  for (let i = 0; i < numbers.length; i += 1) {
    if (!(slots[Math.min(i, last)] as Slot).includes(numbers[i] as number)) return false;
  }
  return true;
}

/** Whether the runners can be put into the slots in some order. `taken` has a bit for each that was. */
export function coversInAnyOrder(slots: Slots, numbers: readonly number[], taken = 0): boolean {
  let at = 0;
  for (let bits = taken; bits > 0; bits &= bits - 1) at += 1;
  if (at === numbers.length) return true;
  const slot = slots[Math.min(at, slots.length - 1)] as Slot;
  for (let i = 0; i < numbers.length; i += 1) {
    const bit = 1 << i;
    if ((taken & bit) !== 0 || !slot.includes(numbers[i] as number)) continue;
    if (coversInAnyOrder(slots, numbers, taken | bit)) return true;
  }
  return false;
}
