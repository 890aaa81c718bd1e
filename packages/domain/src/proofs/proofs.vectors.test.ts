import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalJson, type CanonicalValue } from "./canonical-json.ts";
import { allEqual } from "./check-line.ts";
import { type LogDay, checkLog, readLogFile } from "./check-log.ts";
import { type ProofTools, checkKeys } from "./check-root.ts";
import { type ClubKey, signedText } from "./signed-root.ts";
import { readSportLeaf, sportLeafText } from "./sport-receipt.ts";
import { leafHash, merklePath, merkleRoot, merkleTree, verifyPath } from "./merkle.ts";

const RULES = new URL("../../../../docs/rules/", import.meta.url);

interface Vector {
  bets: { leaf: CanonicalValue; text: string; hash: string }[];
  tree: {
    node_1_2: string;
    root: string;
    path_of_bet_3: { index: number; tree_size: number; path: string[] };
  };
  sport_bets: { leaf: unknown; text: string; hash: string }[];
  chain: { entry: CanonicalValue; hash: string }[];
  log: { seeds: Record<string, string>; keys: ClubKey[]; days: LogDay[] };
}

const vector = JSON.parse(readFileSync(new URL("proofs.vector.json", RULES), "utf8")) as Vector;
const page = readFileSync(new URL("proofs.md", RULES), "utf8");
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

test("the leaf of a sport bet", () => {
  for (const { leaf, text, hash } of vector.sport_bets) {
    expect(sportLeafText(readSportLeaf(leaf, "leaf"))).toBe(text);
    expect(hex(leafHash(text, sha256))).toBe(hash);
    expect(page).toContain(`${text}\n${hash}`);
  }
});

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

test("the keys, signatures and log of docs/rules/proofs.md", async () => {
  const SPKI = Buffer.from("302a300506032b6570032100", "hex");
  const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
  const tools: ProofTools = {
    hash: sha256,
    verify: async (publicKey, message, signature) => {
      const der = Buffer.concat([SPKI, publicKey]);
      const key = createPublicKey({ key: der, format: "der", type: "spki" });
      return verify(null, message, key, signature);
    },
  };
  const { seeds, keys, days } = vector.log;
  expect(allEqual(await checkKeys(keys, tools))).toBe(true);
  const file = readLogFile({ format: "club-log-file/1", keys, days });
  const lines = await checkLog(file, tools);
  expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
  // Ed25519 has one signature for a text: whoever has the seed makes the same.
  for (const root of days.flatMap(({ roots }) => roots)) {
    const der = Buffer.concat([PKCS8, Buffer.from(seeds[root.key_id]!, "hex")]);
    const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const signature = sign(null, Buffer.from(signedText(root)), key).toString("base64");
    expect(signature).toBe(root.signature);
  }
  const swapped = { ...file, keys: keys.map((key) => ({ ...key, jwk: keys[0]!.jwk })) };
  expect(allEqual(await checkLog(swapped, tools))).toBe(false);
});
