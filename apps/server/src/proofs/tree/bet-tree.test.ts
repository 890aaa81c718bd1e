import { merkleRoot, merkleTree } from "@club/domain";
import { expect, test } from "vitest";
import {
  ID_BYTES,
  LEAF_BYTES,
  TILE_NODES,
  hashesOfTile,
  sha256,
  tileOf,
  treeOfPools,
} from "./bet-tree.ts";
import { makeTree } from "./make-tree.ts";

const TILE_LEVELS = 8;

/** That many bets as the database packs them, by id. */
function packed(count: number, step = 1, first = 0): Buffer {
  const bytes = Buffer.alloc(count * LEAF_BYTES);
  for (let i = 0; i < count; i += 1) {
    bytes.writeUInt32BE(first + i * step, i * LEAF_BYTES);
    bytes.set(sha256(Buffer.from(String(first + i * step))), i * LEAF_BYTES + ID_BYTES);
  }
  return bytes;
}

const hashesIn = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / LEAF_BYTES }, (_, i) =>
    bytes.subarray(i * LEAF_BYTES + ID_BYTES, (i + 1) * LEAF_BYTES),
  );

test.each([0, 1, 2, 3, 5, 255, 256, 257, 511, 513, 4095, 65_536, 65_793])(
  "%i bets: the root is that of RFC 6962, and every eighth level is kept",
  (count) => {
    const bets = packed(count);
    const { root, levels } = treeOfPools([bets]);
    expect(Buffer.from(root)).toEqual(Buffer.from(merkleRoot(hashesIn(bets), sha256)));
    const whole = merkleTree(hashesIn(bets), sha256);
    for (const each of levels) {
      const expected = whole[each.level * TILE_LEVELS]!;
      expect(each.nodes.length / each.width).toBe(expected.length);
      for (let number = 0; number * TILE_NODES < expected.length; number += 1) {
        const [first] = hashesOfTile(each.level, tileOf(each, number));
        expect(Buffer.compare(first!, expected[number * TILE_NODES]!)).toBe(0);
      }
    }
    expect(levels.length).toBe(count > TILE_NODES ** 2 ? 3 : count > TILE_NODES ? 2 : 1);
  },
);

test("bets of several pools stand in order of id; the thread makes the same tree, again and again", async () => {
  const whole = treeOfPools([packed(9001)]);
  const lists = [packed(4501, 2), packed(4500, 2, 1)];
  expect(treeOfPools(lists).root).toEqual(whole.root);
  const [first, second] = await Promise.all([makeTree(lists), makeTree([packed(9001)])]);
  expect(Buffer.from(first.root)).toEqual(Buffer.from(whole.root));
  expect(Buffer.from(second.root)).toEqual(Buffer.from(whole.root));
  expect(second.levels.length).toBe(whole.levels.length);
});
