import { hash } from "node:crypto";
import { merkleRoot } from "@club/domain";

/** One bet as the database packs it: its id (16 bytes) and its receipt hash (32). */
export const ID_BYTES = 16;
export const LEAF_BYTES = 48;
export const HASH_BYTES = LEAF_BYTES - ID_BYTES;
/** Nodes of one tile. A power of two: the root over the roots of full tiles is the root over their leaves. */
export const TILE_NODES = 256;

/** SHA-256, as the domain's tree asks for it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

/** Some neighbours of one level of a tree. */
export interface Tile {
  readonly level: number;
  readonly number: number;
  /** Level 0: bets as the database packs them. Above: hashes. */
  readonly nodes: Uint8Array;
}

export interface TiledTree {
  readonly root: Uint8Array;
  readonly tiles: readonly Tile[];
}

/**
 * The tree over the bets of several pools. Each list is in order of id already; the leaves are the
 * receipt hashes of all in order of id (api.md, "Public files and proofs").
 */
export function treeOfPools(lists: readonly Uint8Array[]): TiledTree {
  const tiles: Tile[] = [];
  let roots = addTiles(tiles, { level: 0, bytes: mergeById(lists), width: LEAF_BYTES });
  for (let level = 1; roots.length > 1; level += 1) {
    roots = addTiles(tiles, { level, bytes: Buffer.concat(roots), width: HASH_BYTES });
  }
  return { root: roots[0] ?? merkleRoot([], sha256), tiles };
}

interface Level {
  readonly level: number;
  readonly bytes: Uint8Array;
  readonly width: number;
}

/** Cuts a level into tiles and answers their roots: the level above. */
function addTiles(tiles: Tile[], { level, bytes, width }: Level): Uint8Array[] {
  const roots: Uint8Array[] = [];
  const step = TILE_NODES * width;
  for (let from = 0; from < bytes.length; from += step) {
    const nodes = bytes.subarray(from, from + step);
    tiles.push({ level, number: roots.length, nodes });
    roots.push(merkleRoot(hashesOfTile(level, nodes), sha256));
  }
  return roots;
}

/** The hashes of a tile, in their order. */
export function hashesOfTile(level: number, nodes: Uint8Array): Uint8Array[] {
  const width = level === 0 ? LEAF_BYTES : HASH_BYTES;
  return Array.from({ length: nodes.length / width }, (_, i) =>
    nodes.subarray((i + 1) * width - HASH_BYTES, (i + 1) * width),
  );
}

function mergeById(lists: readonly Uint8Array[]): Uint8Array {
  const heads = lists
    .filter((list) => list.length > 0)
    .map((list) => ({ list: Buffer.from(list.buffer, list.byteOffset, list.length), at: 0 }));
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
