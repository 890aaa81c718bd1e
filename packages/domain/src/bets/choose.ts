import type { Slot, Slots } from "./bet-order.ts";

const EMPTY: Slot = [];

/** The runners of a slot; empty where there is no such slot. */
export function slotAt(slots: Slots, index: number): Slot {
  return slots[index] ?? EMPTY;
}

/** A different runner of each slot, by position. */
export function* orders(positions: Slots, taken: readonly number[] = []): Generator<number[]> {
  if (taken.length === positions.length) {
    yield [...taken];
    return;
  }
  for (const runner of slotAt(positions, taken.length)) {
    if (!taken.includes(runner)) yield* orders(positions, [...taken, runner]);
  }
}

/** One runner of each slot; two races may give the same number. */
export function* products(slots: Slots, taken: readonly number[] = []): Generator<number[]> {
  if (taken.length === slots.length) {
    yield [...taken];
    return;
  }
  for (const runner of slotAt(slots, taken.length)) yield* products(slots, [...taken, runner]);
}

/** Every choice of `length` runners of one slot. */
export function* sets(slot: Slot, length: number, from = 0): Generator<number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= slot.length - length; i += 1) {
    for (const rest of sets(slot, length - 1, i + 1)) yield [slot[i] as number, ...rest];
  }
}

/** A different runner of each slot, each set once. */
export function* distinctSets(slots: Slots): Generator<number[]> {
  const seen = new Set<string>();
  for (const order of orders(slots)) {
    const set = order.sort((a, b) => a - b);
    const key = set.join("-");
    if (!seen.has(key)) yield set;
    seen.add(key);
  }
}
