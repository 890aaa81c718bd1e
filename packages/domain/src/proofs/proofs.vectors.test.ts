import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalJson, type CanonicalValue } from "./canonical-json.ts";
import { leafHash, merklePath, merkleRoot, merkleTree, verifyPath } from "./merkle.ts";

const RULES = new URL("../../../../docs/rules/", import.meta.url);

interface Vector {
  bets: { leaf: CanonicalValue; text: string; hash: string }[];
  tree: {
    node_1_2: string;
    root: string;
    path_of_bet_3: { index: number; tree_size: number; path: string[] };
  };
  chain: { entry: CanonicalValue; hash: string }[];
}

const vector = JSON.parse(readFileSync(new URL("proofs.vector.json", RULES), "utf8")) as Vector;
const page = readFileSync(new URL("proofs.md", RULES), "utf8");
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

test("the leaves, the tree and the path of docs/rules/proofs.md", () => {
  expect(vector.bets.map(({ leaf }) => canonicalJson(leaf))).toEqual(
    vector.bets.map(({ text }) => text),
  );
  const leaves = vector.bets.map(({ text }) => leafHash(text, sha256));
  expect(leaves.map(hex)).toEqual(vector.bets.map(({ hash }) => hash));
  const tree = merkleTree(leaves, sha256);
  expect(hex(tree[1]![0]!)).toBe(vector.tree.node_1_2);
  expect(hex(merkleRoot(leaves, sha256))).toBe(vector.tree.root);
  const { index, tree_size, path } = vector.tree.path_of_bet_3;
  expect(merklePath(tree, index)).toEqual({ index, size: tree_size, path: path.map(bytesOf) });
  const proof = {
    index,
    size: tree_size,
    path: path.map(bytesOf),
    root: bytesOf(vector.tree.root),
  };
  expect(verifyPath({ ...proof, leafHash: leaves[2]! }, sha256)).toBe(true);
});

test("the chain of docs/rules/proofs.md: each hash covers the one before", () => {
  let previous = new Uint8Array(32);
  for (const { entry, hash } of vector.chain) {
    previous = sha256(Buffer.concat([previous, Buffer.from(canonicalJson(entry))]));
    expect(hex(previous)).toBe(hash);
  }
});

test("the page shows the example", () => {
  const shown = [
    ...vector.bets.flatMap(({ text, hash }) => [text, hash]),
    vector.tree.node_1_2,
    vector.tree.root,
    ...vector.chain.flatMap(({ entry, hash }) => [canonicalJson(entry), hash]),
  ];
  for (const text of shown) expect(page).toContain(text);
});
