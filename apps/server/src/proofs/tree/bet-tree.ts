import { hash } from "node:crypto";
import { merkleRoot } from "@club/domain";

/** One bet as the database packs it: its id (16 bytes) and its receipt hash (32). */
export const ID_BYTES = 16;
export const LEAF_BYTES = 48;
export const HASH_BYTES = LEAF_BYTES - ID_BYTES;
/** Nodes of one tile. A power of two, so full tiles are whole subtrees of the tree. */
export const TILE_NODES = 256;
const TILE_LEVELS = 8;

/** SHA-256, as the domain's tree asks for it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

/** Every eighth level of a tree: the ones that are stored, cut into tiles. */
export interface TiledLevel {
  readonly level: number;
  /** Bytes of one node. Level 0: bets as the database packs them. Above: hashes. */
  readonly width: number;
  readonly nodes: Uint8Array;
}

export interface TiledTree {
  readonly root: Uint8Array;
  readonly levels: readonly TiledLevel[];
}

/**
 * The tree over the bets of several pools. Each list is sorted by id already; the leaves are the
 * receipt hashes of all bets by id (api.md, "Public files and proofs").
 */
export function treeOfPools(lists: readonly Uint8Array[]): TiledTree {
  const bets = mergeById(lists);
  const levels: TiledLevel[] = [{ level: 0, width: LEAF_BYTES, nodes: bets }];
  let nodes = receiptHashes(bets);
  for (let height = 1; nodes.length > HASH_BYTES; height += 1) {
    nodes = levelAbove(nodes);
    if (height % TILE_LEVELS === 0 && nodes.length > HASH_BYTES) {
      levels.push({ level: height / TILE_LEVELS, width: HASH_BYTES, nodes });
    }
  }
  return { root: nodes.length > 0 ? new Uint8Array(nodes) : merkleRoot([], sha256), levels };
}

/** One tile of a level. */
export function tileOf({ width, nodes }: TiledLevel, number: number): Uint8Array {
  const step = TILE_NODES * width;
  return nodes.subarray(number * step, (number + 1) * step);
}

/** The receipt hashes of packed bets, concatenated. */
function receiptHashes(bets: Buffer): Buffer {
  const hashes = Buffer.alloc((bets.length / LEAF_BYTES) * HASH_BYTES);
  for (let from = ID_BYTES, to = 0; to < hashes.length; from += LEAF_BYTES, to += HASH_BYTES) {
    bets.copy(hashes, to, from, from + HASH_BYTES);
  }
  return hashes;
}

const NODE = 1;
const PAIR_BYTES = 2 * HASH_BYTES;

/**
 * The nodes above a level, concatenated; a last one without a right neighbour moves up unchanged. A
 * one-byte-per-letter string is by far the fastest digest in Node: it allocates no buffer.
 */
function levelAbove(below: Buffer): Buffer {
  const above = Buffer.alloc(Math.ceil(below.length / PAIR_BYTES) * HASH_BYTES);
  const node = Buffer.alloc(1 + PAIR_BYTES);
  node[0] = NODE;
  const paired = below.length - (below.length % PAIR_BYTES);
  let to = 0;
  for (let from = 0; from < paired; from += PAIR_BYTES) {
    below.copy(node, 1, from, from + PAIR_BYTES);
    above.write(hash("sha256", node, "binary"), to, "latin1");
    to += HASH_BYTES;
  }
  below.copy(above, to, paired);
  return above;
}

/** The hashes of a tile, in order. */
export function hashesOfTile(level: number, nodes: Uint8Array): Uint8Array[] {
  const width = level === 0 ? LEAF_BYTES : HASH_BYTES;
  return Array.from({ length: nodes.length / width }, (_, i) =>
    nodes.subarray((i + 1) * width - HASH_BYTES, (i + 1) * width),
  );
}

function mergeById(lists: readonly Uint8Array[]): Buffer {
  const heads = lists
    .filter((list) => list.length > 0)
    .map((list) => ({ list: Buffer.from(list.buffer, list.byteOffset, list.length), at: 0 }));
  if (heads.length === 1 && heads[0] !== undefined) return heads[0].list;
  const merged = Buffer.alloc(heads.reduce((sum, { list }) => sum + list.length, 0));
  for (let to = 0; to < merged.length; to += LEAF_BYTES) {
    let least: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.at < head.list.length && (least === undefined || isBefore(head, least)))
        least = head;
    }
    if (least === undefined) break;
    least.list.copy(merged, to, least.at, least.at + LEAF_BYTES);
    least.at += LEAF_BYTES;
  }
  return merged;
}

interface Head {
  readonly list: Buffer;
  readonly at: number;
}

function isBefore(a: Head, b: Head): boolean {
  return a.list.compare(b.list, b.at, b.at + ID_BYTES, a.at, a.at + ID_BYTES) < 0;
}
