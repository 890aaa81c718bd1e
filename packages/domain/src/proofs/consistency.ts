import { assert, present } from "../assert.ts";
import { type HashFunction, areEqual, merkleRoot, nodeBytes } from "./merkle.ts";

/**
 * The proof of RFC 6962, section 2.1.2, that a log with these leaves holds the one with its first
 * `before` leaves unchanged. Source: docs/rules/proofs.md, "Two days of the log".
 */
export function consistencyProof(
  leafHashes: readonly Uint8Array[],
  before: number,
  hash: HashFunction,
): readonly Uint8Array[] {
  assert(before >= 0 && before <= leafHashes.length, "the older log is part of the newer");
  if (before === 0 || before === leafHashes.length) return [];
  return subproof(leafHashes, { before, isWhole: true }, hash);
}

function subproof(
  leaves: readonly Uint8Array[],
  { before, isWhole }: { before: number; isWhole: boolean },
  hash: HashFunction,
): Uint8Array[] {
  if (before === leaves.length) return isWhole ? [] : [merkleRoot(leaves, hash)];
  const split = splitOf(leaves.length);
  if (before <= split) {
    const left = subproof(leaves.slice(0, split), { before, isWhole }, hash);
    return [...left, merkleRoot(leaves.slice(split), hash)];
  }
  const right = subproof(leaves.slice(split), { before: before - split, isWhole: false }, hash);
  return [...right, merkleRoot(leaves.slice(0, split), hash)];
}

/** The largest power of two below a size of two or more. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Two states of one log. */
export type LogStates = {
  readonly before: number;
  readonly beforeRoot: Uint8Array;
  readonly after: number;
  readonly afterRoot: Uint8Array;
};

/**
 * Whether the newer state of a log holds the older one unchanged. Needs nothing but the proof.
 * Source: docs/rules/proofs.md, "Two days of the log".
 */
export function verifyConsistency(
  states: LogStates,
  proof: readonly Uint8Array[],
  hash: HashFunction,
): boolean {
  const { before, beforeRoot, after, afterRoot } = states;
  if (!areSizes(states)) return false;
  if (before === after) return proof.length === 0 && areEqual(beforeRoot, afterRoot);
  // Every log continues an empty one.
  if (before === 0) return proof.length === 0 && areEqual(beforeRoot, hash(new Uint8Array()));
  const isPowerOfTwo = Number.isInteger(Math.log2(before));
  const hashes = isPowerOfTwo ? [beforeRoot, ...proof] : [...proof];
  const climbed = climb({ before, after }, hashes, hash);
  return (
    climbed !== null && areEqual(climbed.old, beforeRoot) && areEqual(climbed.grown, afterRoot)
  );
}

function areSizes({ before, after }: LogStates): boolean {
  return (
    Number.isSafeInteger(before) && Number.isSafeInteger(after) && before >= 0 && before <= after
  );
}

/** Both roots from the proof's hashes, level by level; null when there are too few or too many. */
function climb(
  { before, after }: Pick<LogStates, "before" | "after">,
  hashes: readonly Uint8Array[],
  hash: HashFunction,
): { old: Uint8Array; grown: Uint8Array } | null {
  let [position, last] = [before - 1, after - 1];
  while (position % 2 === 1) [position, last] = [half(position), half(last)];
  const [first, ...rest] = hashes;
  if (first === undefined) return null;
  let [old, grown] = [first, first];
  for (const beside of rest) {
    if (last === 0) return null;
    if (position % 2 === 1 || position === last) {
      [old, grown] = [hash(nodeBytes(beside, old)), hash(nodeBytes(beside, grown))];
      while (position % 2 === 0 && position !== 0) [position, last] = [half(position), half(last)];
    } else {
      grown = hash(nodeBytes(grown, beside));
    }
    [position, last] = [half(position), half(last)];
  }
  return last === 0 ? { old: present(old, "a hash"), grown } : null;
}

function half(position: number): number {
  return Math.floor(position / 2);
}
