import { assert, present } from "../assert.ts";

/** A hash function, given by the caller: this package has none. */
export type HashFunction = (bytes: Uint8Array) => Uint8Array;

/** Where a leaf stands in a tree, and the hashes beside its way to the root. */
export type MerkleProof = {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
};

const LEAF = 0;
const NODE = 1;

/** What is hashed for a leaf: a zero byte and the entry. Source: docs/rules/proofs.md, "The tree". */
export function leafBytes(entry: string | Uint8Array): Uint8Array {
  return prefixed(LEAF, [typeof entry === "string" ? new TextEncoder().encode(entry) : entry]);
}

/** The hash of one entry of the tree. */
export function leafHash(entry: string | Uint8Array, hash: HashFunction): Uint8Array {
  return hash(leafBytes(entry));
}

/**
 * The Merkle tree hash of RFC 6962, section 2.1, over leaves that are hashed already. The tree of
 * no leaves is the hash of nothing. Source: docs/rules/proofs.md, "The tree".
 */
export function merkleRoot(leafHashes: readonly Uint8Array[], hash: HashFunction): Uint8Array {
  if (leafHashes.length === 0) return hash(new Uint8Array());
  // Complete subtrees from the left, each at least twice the next: joined as soon as two are equal.
  const subtrees: { size: number; root: Uint8Array }[] = [];
  for (const leaf of leafHashes) {
    let joined = { size: 1, root: leaf };
    while (subtrees.at(-1)?.size === joined.size) {
      const left = present(subtrees.pop(), "there is a subtree to join");
      joined = { size: left.size * 2, root: hash(nodeBytes(left.root, joined.root)) };
    }
    subtrees.push(joined);
  }
  return subtrees
    .map((tree) => tree.root)
    .reduceRight((right, left) => hash(nodeBytes(left, right)));
}

/** The levels of a tree from its leaves to its root, kept to give many proofs. */
export type MerkleTree = readonly (readonly Uint8Array[])[];

/** Builds all levels of the tree; a last node without a right neighbour goes up as it is. */
export function merkleTree(leafHashes: readonly Uint8Array[], hash: HashFunction): MerkleTree {
  const levels: (readonly Uint8Array[])[] = [leafHashes];
  for (let below = leafHashes; below.length > 1; below = levels.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < below.length; i += 2) {
      const left = below[i] as Uint8Array;
      const right = below[i + 1];
      above.push(right === undefined ? left : hash(nodeBytes(left, right)));
    }
    levels.push(above);
  }
  return levels;
}

/**
 * The audit path of RFC 6962, section 2.1.1: the hashes that lead from a leaf to the root, the
 * lowest first. Source: docs/rules/proofs.md, "Your receipt".
 */
export function merklePath(tree: MerkleTree, index: number): MerkleProof {
  const size = tree[0]?.length ?? 0;
  assert(Number.isInteger(index) && index >= 0 && index < size, "the leaf is in the tree");
  const path: Uint8Array[] = [];
  let position = index;
  for (const level of tree.slice(0, -1)) {
    const beside = level[position % 2 === 0 ? position + 1 : position - 1];
    if (beside !== undefined) path.push(beside);
    position = half(position);
  }
  return { index, size, path };
}

/**
 * Whether a leaf stands at its place in the tree with this root. Needs nothing but the proof.
 * Source: docs/rules/proofs.md, "Your receipt".
 */
export function verifyPath(
  proof: MerkleProof & { readonly leafHash: Uint8Array; readonly root: Uint8Array },
  hash: HashFunction,
): boolean {
  const { index, size, path } = proof;
  if (!Number.isInteger(index) || index < 0 || index >= size) return false;
  let computed = proof.leafHash;
  let used = 0;
  // Level by level to the root; `last` is the place of the last node of the level.
  for (let [position, last] = [index, size - 1]; last > 0;) {
    const isRight = position % 2 === 1;
    if (isRight || position < last) {
      const beside = path[used++];
      if (beside === undefined) return false;
      computed = hash(isRight ? nodeBytes(beside, computed) : nodeBytes(computed, beside));
    }
    [position, last] = [half(position), half(last)];
  }
  return used === path.length && areEqual(computed, proof.root);
}

function half(position: number): number {
  return Math.floor(position / 2);
}

/** What is hashed for a node: a one byte and its two children. */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  return prefixed(NODE, [left, right]);
}

function prefixed(prefix: number, parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + parts.reduce((size, part) => size + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
