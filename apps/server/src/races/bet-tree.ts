import { hash } from "node:crypto";
import { merkleRoot } from "@club/domain";

/** One bet as the database packs it: its id (16 bytes) and its receipt hash (32). */
export const ID_BYTES = 16;
export const LEAF_BYTES = 48;

/** SHA-256, as the domain's tree asks for it. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

/**
 * The root over the bets of several pools. Each list is in order of id already; the leaves of the
 * tree are the receipt hashes of all in order of id (api.md, "Public files and proofs").
 */
export function rootOfPools(lists: readonly Uint8Array[]): Uint8Array {
  return merkleRoot(mergeById(lists), sha256);
}

function mergeById(lists: readonly Uint8Array[]): Uint8Array[] {
  const heads = lists
    .filter((list) => list.length > 0)
    .map((list) => ({ list: Buffer.from(list.buffer, list.byteOffset, list.length), at: 0 }));
  const leaves: Uint8Array[] = [];
  for (;;) {
    let least: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.at < head.list.length && (least === undefined || isBefore(head, least)))
        least = head;
    }
    if (least === undefined) return leaves;
    leaves.push(least.list.subarray(least.at + ID_BYTES, least.at + LEAF_BYTES));
    least.at += LEAF_BYTES;
  }
}

interface Head {
  readonly list: Buffer;
  readonly at: number;
}

function isBefore(a: Head, b: Head): boolean {
  return a.list.compare(b.list, b.at, b.at + ID_BYTES, a.at, a.at + ID_BYTES) < 0;
}
