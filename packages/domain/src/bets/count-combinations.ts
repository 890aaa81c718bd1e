import type { ScratchedByLeg, Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf } from "./bet-types.ts";
import { namesScratched, withoutScratched } from "./combinations.ts";

/**
 * How many distinct combinations a bet has in one of its pools, by formula: an Each Way on n runners
 * has n here and 2n in all. Expects slots without repeats. Source: docs/rules/bet-types.md, "Counting".
 */
export function countCombinations({ betType, slots }: Selection): number {
  const { layout, length, isOrdered } = betTypeOf(betType);
  const first = slots[0]?.length ?? 0;
  switch (layout) {
    case "each":
      return first;
    case "box":
      return countOf(first, length, isOrdered);
    case "pair":
    case "positions":
      return isOrdered ? countPositions(slots) : countSets(slots);
    case "legs":
      return slots.reduce((product, slot) => product * slot.length, 1);
    case "standout": {
      const standouts = slots.length - 1;
      for (let i = 0; i < standouts; i += 1) if (slots[i]?.length !== 1) return 0;
      return countOf(slots[standouts]?.length ?? 0, length - standouts, isOrdered);
    }
  }
}

/**
 * How many of a bet's combinations in one pool have no scratched runner, by formula: those of the
 * selection without them. A scratched stand-out leaves none.
 * Source: docs/rules/scratchings.md, "What comes back".
 */
export function countLive(selection: Selection, scratched: ScratchedByLeg): number {
  return countCombinations(withoutScratched(selection, scratched));
}

/** How many of a bet's combinations in one pool have a scratched runner: those that come back. */
export function countScratched(selection: Selection, scratched: ScratchedByLeg): number {
  if (!namesScratched(selection, scratched)) return 0;
  return countCombinations(selection) - countLive(selection, scratched);
}

/** Orders of k out of n, P(n, k) = n(n-1)..(n-k+1), or sets of them, P(n, k) / k!. */
function countOf(n: number, k: number, isOrdered: boolean): number {
  let orders = 1;
  let same = 1;
  for (let i = 0; i < k; i += 1) {
    orders *= Math.max(n - i, 0);
    same *= i + 1;
  }
  return isOrdered ? orders : orders / same;
}

/**
 * Sets with a different runner of each slot. For two: |A||B|, less each runner with itself, less
 * each pair of runners that are both in A and in B, which comes twice. For more: runners that stand
 * in the same slots are one kind; over all ways to take kinds that fill the slots, the number of ways
 * to take that many of each.
 */
export function countSets(slots: Slots): number {
  const [a = [], b = []] = slots;
  if (slots.length !== 2) return countByKind(kindsOf(slots), slots.length, []);
  const both = a.filter((runner) => b.includes(runner)).length;
  return a.length * b.length - both - (both * (both - 1)) / 2;
}

/** How many runners stand in exactly these slots. */
type Kind = { readonly slots: number; readonly runners: number };

function kindsOf(slots: Slots): Kind[] {
  const bits = new Map<number, number>();
  slots.forEach((slot, i) => {
    for (const runner of slot) bits.set(runner, (bits.get(runner) ?? 0) | (1 << i));
  });
  const counts = new Map<number, number>();
  for (const set of bits.values()) counts.set(set, (counts.get(set) ?? 0) + 1);
  return [...counts].map(([set, runners]) => ({ slots: set, runners }));
}

function countByKind(kinds: readonly Kind[], missing: number, taken: readonly number[]): number {
  if (missing === 0) return fillSlots(taken, 0) ? 1 : 0;
  const [kind, ...others] = kinds;
  if (kind === undefined) return 0;
  let count = 0;
  for (let k = 0; k <= Math.min(missing, kind.runners); k += 1) {
    const more = [...taken, ...new Array<number>(k).fill(kind.slots)];
    count += countOf(kind.runners, k, false) * countByKind(others, missing - k, more);
  }
  return count;
}

/** Whether each runner, given by the slots that it stands in, can have a slot of its own. */
function fillSlots(runners: readonly number[], filled: number): boolean {
  const [first, ...others] = runners;
  if (first === undefined) return true;
  for (let free = first & ~filled; free > 0; free &= free - 1) {
    if (fillSlots(others, filled | (free & -free))) return true;
  }
  return false;
}

/**
 * Orders with a different runner in every slot. Over all ways to split the slots into blocks: the
 * product over the blocks of (-1)^(size-1) (size-1)! times the runners that all of its slots share.
 * For two slots |A||B| - |AB|; for four, 15 terms, however many runners there are.
 */
function countPositions(slots: Slots): number {
  const shared = sharedRunners(slots);
  let count = 0;
  for (const { sign, blocks } of SPLITS[slots.length] ?? []) {
    let product = sign;
    for (const block of blocks) product *= shared[block] ?? 0;
    count += product;
  }
  return count;
}

/** For every set of slots (as bits) the number of runners that stand in all of them. */
function sharedRunners(slots: Slots): number[] {
  const sets = 1 << slots.length;
  const shared = new Array<number>(sets).fill(0);
  for (let i = 0; i < slots.length; i += 1) {
    for (const runner of slots[i] as Slot) {
      const inSlots = slotsFrom(slots, runner, i);
      if (inSlots === 0) continue;
      for (let set = 1; set < sets; set += 1)
        shared[set] = (shared[set] ?? 0) + ((set & inSlots) === set ? 1 : 0);
    }
  }
  return shared;
}

/** The slots with this runner as bits, when slot `from` is the first of them; else 0. */
function slotsFrom(slots: Slots, runner: number, from: number): number {
  let bits = 0;
  for (let i = 0; i < slots.length; i += 1) {
    if (i !== from && !(slots[i] as Slot).includes(runner)) continue;
    if (i < from) return 0;
    bits |= 1 << i;
  }
  return bits;
}

/** (-1)^(size-1) (size-1)!, by size of the block. */
const BLOCK_SIGN = [0, 1, -1, 2, -6];

type Split = { readonly sign: number; readonly blocks: readonly number[] };

/** Every way to split 0 to 4 slots into blocks, by number of slots. */
const SPLITS: readonly (readonly Split[])[] = [0, 1, 2, 3, 4].map((slots) =>
  splitsOf(slots).map((blocks) => ({ sign: signOf(blocks), blocks })),
);

function splitsOf(slots: number): number[][] {
  if (slots === 0) return [[]];
  const bit = 1 << (slots - 1);
  return splitsOf(slots - 1).flatMap((blocks) => [
    [...blocks, bit],
    ...blocks.map((_, i) => blocks.map((block, j) => (i === j ? block | bit : block))),
  ]);
}

function signOf(blocks: readonly number[]): number {
  return blocks.reduce((sign, block) => sign * (BLOCK_SIGN[bitCount(block)] ?? 0), 1);
}

function bitCount(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + bitCount(bits >> 1);
}
