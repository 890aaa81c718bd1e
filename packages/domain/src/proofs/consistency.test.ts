import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { fromHex, toHex } from "./bytes.ts";
import { consistencyProof, verifyConsistency } from "./consistency.ts";
import { leafHash, merklePath, merkleRoot, merkleTree } from "./merkle.ts";

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());

/** The entries, paths and consistency proofs that RFC 6962's reference implementations publish. */
const ENTRIES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const LEAVES = ENTRIES.map((entry) => leafHash(fromHex(entry)!, sha256));
const PATHS: [index: number, size: number, path: string[]][] = [
  [
    0,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    5,
    8,
    [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
  [
    1,
    5,
    [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  ],
];
const CONSISTENCY: [before: number, after: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    6,
    8,
    [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [
    2,
    5,
    [
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  ],
];

describe("the published vectors", () => {
  test.each(PATHS)("the path of leaf %i of %i", (index, size, path) => {
    const tree = merkleTree(LEAVES.slice(0, size), sha256);
    expect(merklePath(tree, index).path.map(toHex)).toEqual(path);
  });

  test.each(CONSISTENCY)("from %i to %i entries", (before, after, expected) => {
    const proof = consistencyProof(LEAVES.slice(0, after), before, sha256);
    expect(proof.map(toHex)).toEqual(expected);
    expect(verifyConsistency(statesOf(LEAVES, before, after), proof, sha256)).toBe(true);
  });
});

function statesOf(leaves: readonly Uint8Array[], before: number, after: number) {
  return {
    before,
    beforeRoot: merkleRoot(leaves.slice(0, before), sha256),
    after,
    afterRoot: merkleRoot(leaves.slice(0, after), sha256),
  };
}

test("a log that grew is consistent, and one that was changed is not", () => {
  const logs = fc
    .integer({ min: 1, max: 40 })
    .chain((after) => fc.tuple(fc.integer({ min: 1, max: after }), fc.constant(after), fc.nat()));
  fc.assert(
    fc.property(logs, ([before, after, pick]) => {
      const leaves = Array.from({ length: after }, (_, i) => leafHash(`entry ${i}`, sha256));
      const states = statesOf(leaves, before, after);
      const proof = consistencyProof(leaves, before, sha256);
      expect(verifyConsistency(states, proof, sha256)).toBe(true);

      const changed = leaves.map((leaf, i) =>
        i === pick % before ? leafHash("another", sha256) : leaf,
      );
      const forged = consistencyProof(changed, before, sha256);
      const afterRoot = merkleRoot(changed, sha256);
      expect(verifyConsistency({ ...states, afterRoot }, forged, sha256)).toBe(false);
      expect(verifyConsistency({ ...states, afterRoot }, proof, sha256)).toBe(false);
      expect(verifyConsistency(states, [...proof, afterRoot], sha256)).toBe(false);
      if (proof.length > 0) expect(verifyConsistency(states, proof.slice(1), sha256)).toBe(false);
    }),
    LAWS,
  );
});

test("an empty log is the beginning of any, and no log is the beginning of a shorter one", () => {
  const states = statesOf(LEAVES, 0, 5);
  expect(verifyConsistency(states, [], sha256)).toBe(true);
  expect(verifyConsistency(statesOf(LEAVES, 5, 3), [], sha256)).toBe(false);
  expect(verifyConsistency({ ...states, before: 0.5 }, [], sha256)).toBe(false);
});
