import { canonicalJson } from "./canonical-json.ts";
import {
  type Read,
  hash,
  instant,
  listOf,
  natural,
  nullable,
  objectOf,
  oneOf,
  optional,
  recordOf,
  text,
} from "./read-json.ts";
import { readClubKeys, readSignedRoot } from "./signed-root.ts";

/** The content of a bet's leaf. Source: docs/rules/proofs.md, "The text of a bet". */
export const readLeaf = objectOf({
  order_id: text,
  nonce: text,
  race_id: text,
  race_id2: nullable(text),
  bet_type: natural,
  /** A bet on three races and more, of which `race_id` is the first. */
  multi_pool_id: optional(text),
  selections: recordOf(listOf(natural, 100)),
  unit_stake_cents: natural,
  unit_stake2_cents: nullable(natural),
  cost_cents: natural,
  accepted_at: instant,
});
export type BetLeaf = Read<typeof readLeaf>;

const MOST_LEVELS = 64;

export const readProof = objectOf({
  leaf: readLeaf,
  index: natural,
  tree_size: natural,
  path: listOf(hash, MOST_LEVELS),
  root: hash,
});
export type BetProof = Read<typeof readProof>;

const receipt = objectOf({
  format: oneOf(["club-receipt/1"]),
  receipt_hash: hash,
  proof: readProof,
  signed_root: readSignedRoot,
  keys: readClubKeys,
});

/** What a player keeps of a bet: enough to prove it without the club. */
export type Receipt = Read<typeof receipt>;

/** Reads a player's receipt. @throws FormatError */
export function readReceipt(value: unknown): Receipt {
  return receipt(value, "receipt");
}

/** The canonical text of a leaf: the fields that a leaf has, and no others. */
export function leafText(leaf: BetLeaf): string {
  return canonicalJson(leaf);
}
