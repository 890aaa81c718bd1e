import { SPORT_BET_KINDS } from "../sports/bet-kinds.ts";
import { fromHex, toHex } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type CheckLine, compare } from "./check-line.ts";
import { type ProofTools, checkKeys, checkSignature } from "./check-root.ts";
import { leafHash, verifyPath } from "./merkle.ts";
import { type Read, hash, instant, listOf, natural, objectOf, oneOf, text } from "./read-json.ts";
import { readClubKeys, readSignedRoot } from "./signed-root.ts";

const MOST_LEGS = 12;
const MOST_LEVELS = 64;

/** The content of a sport bet's leaf. Source: docs/rules/sports.md, "Receipts". */
export const readSportLeaf = objectOf({
  order_id: text,
  nonce: text,
  kind: oneOf(SPORT_BET_KINDS),
  legs: listOf(
    objectOf({ event_id: text, market_id: text, odds_milli: natural, outcome_id: text }),
    MOST_LEGS,
  ),
  unit_stake_cents: natural,
  cost_cents: natural,
  accepted_at: instant,
});
export type SportLeaf = Read<typeof readSportLeaf>;

const sportReceipt = objectOf({
  format: oneOf(["club-sport-receipt/1"]),
  receipt_hash: hash,
  leaf: readSportLeaf,
  /** One for each event of the bet that has closed. */
  proofs: listOf(
    objectOf({
      index: natural,
      tree_size: natural,
      path: listOf(hash, MOST_LEVELS),
      root: hash,
      signed_root: readSignedRoot,
    }),
    MOST_LEGS,
  ),
  keys: readClubKeys,
});

/** What a player keeps of a sport bet: a multiple is in the frozen list of each of its events. */
export type SportReceipt = Read<typeof sportReceipt>;

/** Reads the receipt of a sport bet. @throws FormatError */
export function readSportReceipt(value: unknown): SportReceipt {
  return sportReceipt(value, "receipt");
}

export function sportLeafText(leaf: SportLeaf): string {
  return canonicalJson(leaf);
}

/**
 * Whether a sport bet is in the frozen list of each of its events that have closed: receipt -> leaf ->
 * path -> signed root. Source: docs/rules/proofs.md, "Your receipt".
 */
export async function checkSportReceipt(
  receipt: SportReceipt,
  tools: ProofTools,
): Promise<CheckLine[]> {
  const { leaf, proofs, receipt_hash } = receipt;
  const hashed = leafHash(sportLeafText(leaf), tools.hash);
  const item = leaf.order_id;
  const events = new Set(leaf.legs.map(({ event_id }) => event_id));
  const proven = new Set(proofs.map(({ signed_root }) => signed_root.race_id));
  const lines = [
    compare("receipt_hash", { item }, [toHex(hashed), receipt_hash]),
    compare("root_race", { item }, [proven.size, proofs.length]),
    compare("frozen", { item }, [true, proofs.length > 0]),
    ...(await checkKeys(receipt.keys, tools)),
  ];
  for (const proof of proofs) {
    const root = proof.signed_root;
    const where = { pool: root.race_id, item };
    const isInside = verifyPath(
      {
        index: proof.index,
        size: proof.tree_size,
        path: proof.path.map((each) => fromHex(each) ?? new Uint8Array()),
        leafHash: hashed,
        root: fromHex(root.root) ?? new Uint8Array(),
      },
      tools.hash,
    );
    lines.push(
      compare("root_race", where, [
        true,
        events.has(root.race_id) && root.format === "club-event-root/1",
      ]),
      compare("bets_of_receipt", where, [root.bets, proof.tree_size]),
      compare("root_of_receipt", where, [root.root, proof.root]),
      compare("path", where, [true, isInside]),
      compare("in_time", where, [true, leaf.accepted_at < root.closed_at]),
      ...(await checkSignature(root, receipt.keys, tools)),
    );
  }
  return lines;
}
