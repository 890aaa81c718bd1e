import { assert } from "../assert.ts";

/**
 * The combinations of a field as whole numbers from 0 up, so that an array can hold what is staked
 * on each. Ordered ones are digits to the base of the field's size, which leaves gaps; sets are
 * counted without gaps: the set p1 < p2 < .. is C(p1, 1) + C(p2, 2) + ..
 */
export class CombinationIndex {
  readonly size: number;
  readonly #count: number;
  readonly #length: number;
  readonly #isOrdered: boolean;
  /** C(n, k) by k, then n. */
  readonly #choose: readonly (readonly number[])[];
  readonly #sorted: number[];

  /** @param count - how many runners the field has. */
  constructor(count: number, length: number, isOrdered: boolean) {
    this.#count = count;
    this.#length = length;
    this.#isOrdered = isOrdered;
    this.#sorted = new Array<number>(length).fill(0);
    this.#choose = Array.from({ length: length + 1 }, (_, k) =>
      Array.from({ length: count + 1 }, (__, n) => choose(n, k)),
    );
    this.size = isOrdered ? count ** length : this.#of(count, length);
  }

  /** @param positions - of runners in the field, all different. */
  of(positions: readonly number[]): number {
    return this.#isOrdered ? this.#ofOrder(positions) : this.#ofSet(positions);
  }

  #ofOrder(positions: readonly number[]): number {
    let index = 0;
    for (let i = 0; i < this.#length; i += 1) index = index * this.#count + (positions[i] ?? 0);
    return index;
  }

  #ofSet(positions: readonly number[]): number {
    const sorted = this.#sorted;
    let index = 0;
    for (let i = 0; i < this.#length; i += 1) {
      let at = i;
      const position = positions[i] ?? 0;
      for (; at > 0 && (sorted[at - 1] ?? 0) > position; at -= 1) sorted[at] = sorted[at - 1] ?? 0;
      sorted[at] = position;
    }
    for (let i = 0; i < this.#length; i += 1) index += this.#of(sorted[i] ?? 0, i + 1);
    return index;
  }

  /** The positions of a combination, ascending where their order does not count. */
  positionsOf(index: number): number[] {
    assert(index >= 0 && index < this.size, "a combination is one of the field");
    const positions = new Array<number>(this.#length).fill(0);
    let left = index;
    for (let i = this.#length - 1; i >= 0; i -= 1) {
      if (this.#isOrdered) {
        positions[i] = left % this.#count;
        left = Math.floor(left / this.#count);
        continue;
      }
      let position = i;
      while (this.#of(position + 1, i + 1) <= left) position += 1;
      positions[i] = position;
      left -= this.#of(position, i + 1);
    }
    return positions;
  }

  #of(n: number, k: number): number {
    return this.#choose[k]?.[n] ?? Infinity;
  }
}

/** How many sets of k there are among n. */
function choose(n: number, k: number): number {
  let sets = 1;
  for (let i = 0; i < k; i += 1) sets = (sets * (n - i)) / (i + 1);
  return Math.max(sets, 0);
}
