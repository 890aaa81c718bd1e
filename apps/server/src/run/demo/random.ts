import { createHash } from "node:crypto";

/** A number from 0 up to but not including 1. */
export type Random = () => number;

const FRACTION_BITS = 52;

/**
 * Random numbers that follow from a seed alone: the n-th is the first 52 bits of SHA-256("seed:n").
 * Slow, but checkable by hand, as a draw should be.
 */
export function randomOf(seed: string): Random {
  let n = 0;
  return () => {
    const hash = createHash("sha256").update(`${seed}:${n++}`).digest();
    return Number(hash.readBigUInt64BE() >> BigInt(64 - FRACTION_BITS)) / 2 ** FRACTION_BITS;
  };
}

export function below(random: Random, most: number): number {
  return Math.floor(random() * most);
}

export function pickOne<T>(random: Random, from: readonly T[]): T {
  return from[below(random, from.length)] as T;
}

/** Draws `count` different items. */
export function pickSome<T>(random: Random, from: readonly T[], count: number): T[] {
  const left = [...from];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(below(random, left.length), 1)[0] as T,
  );
}

/** Draws an index with a chance proportional to its weight. */
export function pickWeighted(random: Random, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = random() * total;
  const index = weights.findIndex((weight) => (left -= weight) < 0);
  return index === -1 ? weights.length - 1 : index;
}
