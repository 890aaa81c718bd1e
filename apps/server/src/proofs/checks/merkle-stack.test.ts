import { hash } from "node:crypto";
import { merkleRoot } from "@club/domain";
import { expect, test } from "vitest";
import { MerkleStack } from "./merkle-stack.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");

test("the same root as the pure function, for every size", () => {
  for (let size = 0; size <= 130; size++) {
    const leaves = Array.from({ length: size }, (_, i) => sha256(Buffer.from(`leaf ${i}`)));
    const stack = new MerkleStack();
    for (const leaf of leaves) stack.add(leaf);
    expect(stack.leaves).toBe(size);
    expect(Buffer.from(stack.root()).toString("hex")).toBe(
      Buffer.from(merkleRoot(leaves, sha256)).toString("hex"),
    );
  }
});
