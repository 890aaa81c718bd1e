import { findPool } from "../bets/bet-types.ts";
import { fromBase64, fromHex, utf8 } from "./bytes.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { leafHash, type HashFunction, verifyPath } from "./merkle.ts";
import { checkRace } from "./check-race.ts";
import type { RaceFile } from "./race-file.ts";
import { type Receipt, leafText } from "./receipt.ts";
import { type ClubKey, type SignedRoot, keyText, signedText } from "./signed-root.ts";
import { toHex } from "./bytes.ts";

/** Whether an Ed25519 signature holds; null where the platform cannot tell. */
export type VerifyFunction = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean | null>;

/** What checking needs of the platform. */
export type ProofTools = { readonly hash: HashFunction; readonly verify: VerifyFunction };

/** A close may have been written a little before the key was first known. */
const SLACK_DAYS = 1;

/** Why a signature is not checked where nobody said which keys are the club's. */
export const NO_KEYS = "no keys of the club";

/** Anything that carries the club's signature over the rest of itself. */
export type Signed = { readonly key_id: string; readonly signature: string };

/** Whether the club signed this, with a key that was good at the time. */
export async function checkSignature(
  signed: Signed & Readonly<Record<string, unknown>>,
  keys: readonly ClubKey[] | null,
  tools: ProofTools,
): Promise<CheckLine[]> {
  const item = signed.key_id;
  if (keys === null) return [unchecked("signature", NO_KEYS, { item })];
  const key = keys.find((each) => each.key_id === item);
  if (key === undefined) return [compare("key", { item }, ["known", "unknown"])];
  const time = timeOf(signed);
  const timeLines = time === null ? [] : [compareTime(key, time)];
  const isGood = await verifyText(key, signedText(signed), { tools, signature: signed.signature });
  if (isGood === null) {
    return [...timeLines, unchecked("signature", "this device cannot check signatures", { item })];
  }
  return [...timeLines, compare("signature", { item }, [true, isGood])];
}

function timeOf(signed: object): string | null {
  if ("closed_at" in signed) return String(signed.closed_at);
  return "made_at" in signed ? String(signed.made_at) : null;
}

function compareTime({ key_id, from, until }: ClubKey, at: string): CheckLine {
  const isInside = dayBefore(from) <= at && (until === null || at < until);
  return compare("key", { item: key_id }, [
    "good at the close",
    isInside ? "good at the close" : "not good then",
  ]);
}

/** The instant a day earlier, as text: only its day is changed, the first of a month stays. */
function dayBefore(instant: string): string {
  const day = Number(instant.slice(8, 10));
  if (day <= SLACK_DAYS) return `${instant.slice(0, 8)}00`;
  return `${instant.slice(0, 8)}${String(day - SLACK_DAYS).padStart(2, "0")}${instant.slice(10)}`;
}

/** Whether every key but the first was signed by one that was known before it. */
export async function checkKeys(keys: readonly ClubKey[], tools: ProofTools): Promise<CheckLine[]> {
  const lines: CheckLine[] = [];
  for (const [i, key] of keys.entries()) {
    const where = { item: key.key_id };
    if (i === 0) {
      lines.push(compare("key", where, ["first", key.signed_by ?? "first"]));
      continue;
    }
    const older = keys.slice(0, i).find((each) => each.key_id === key.signed_by);
    if (older === undefined || key.signature === null) {
      lines.push(compare("key", where, ["signed by an older key", "signed by none"]));
      continue;
    }
    const isGood = await verifyText(older, keyText(key), { tools, signature: key.signature });
    lines.push(
      isGood === null
        ? unchecked("key", "this device cannot check signatures", where)
        : compare("key", where, [true, isGood]),
    );
  }
  return lines;
}

/** 32 bytes in URL-safe base64, 64 bytes in standard base64: one spelling of each. */
const RAW_KEY = /^[\w-]{43}$/;
const RAW_SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

async function verifyText(
  key: ClubKey,
  text: string,
  { tools, signature }: { tools: ProofTools; signature: string },
): Promise<boolean | null> {
  const [publicKey, bytes] = [fromBase64(key.jwk.x), fromBase64(signature)];
  if (publicKey === null || bytes === null) return false;
  if (!RAW_KEY.test(key.jwk.x) || !RAW_SIGNATURE.test(signature)) return false;
  return await tools.verify(publicKey, utf8(text), bytes);
}

/** Checks everything in a race's public file: money, frozen pool, signatures. */
export async function checkRaceFile(
  file: RaceFile,
  keys: readonly ClubKey[] | null,
  tools: ProofTools,
): Promise<CheckLine[]> {
  const lines = [...checkRace(file), ...checkRootOfRace(file)];
  if (file.root !== null) lines.push(...(await checkSignature(file.root, keys, tools)));
  return [...lines, ...(await checkSignedFile(file, keys, tools))];
}

/** The club's signature over a whole public file, and the keys by which it is checked. */
export async function checkSignedFile(
  file: { readonly [Key in keyof Signed]?: Signed[Key] | undefined },
  keys: readonly ClubKey[] | null,
  tools: ProofTools,
): Promise<CheckLine[]> {
  const { key_id, signature } = file;
  if (key_id === undefined || signature === undefined) {
    return [unchecked("file_signature", "the file is not signed")];
  }
  const signed = await checkSignature({ ...file, key_id, signature }, keys, tools);
  const lines = signed.map((line): CheckLine =>
    line.check === "signature" ? { ...line, check: "file_signature" } : line,
  );
  return keys === null ? lines : [...lines, ...(await checkKeys(keys, tools))];
}

/** The frozen pool of a race against its file: which race, when it closed, what was staked. */
export function checkRootOfRace(file: RaceFile): CheckLine[] {
  const { root, race } = file;
  if (root === null) {
    // A race that was called off before it closed has nothing to freeze.
    const isNeeded = race.closed_at !== null;
    return [compare("frozen", {}, [isNeeded, false])];
  }
  // A pool over several races is closed with its first, and told of in the file of its last.
  const isOwn = (code: string): boolean => (findPool(code)?.legs ?? 1) === 1;
  const named = [...Object.keys(root.pools), ...file.pools.map(({ pool }) => pool)];
  const codes = [...new Set<string>(named)].filter(isOwn);
  return [
    compare("frozen", {}, [true, true]),
    compare("root_race", {}, [race.race_id, root.race_id]),
    compare("root_close", {}, [race.closed_at, root.closed_at]),
    ...codes.map((code) =>
      compare("root_stakes", { pool: code }, [stakedIn(file, code), statedIn(root, code)]),
    ),
  ];
}

function stakedIn(file: RaceFile, code: string): bigint {
  return file.pools
    .filter(({ pool }) => pool === code)
    .reduce(
      (sum, each) =>
        sum + BigInt(each.gross_cents) + BigInt(each.refunded_cents) + BigInt(each.voided_cents),
      0n,
    );
}

function statedIn(root: SignedRoot, code: string): bigint {
  return BigInt(Object.hasOwn(root.pools, code) ? (root.pools[code] ?? 0) : 0);
}

/**
 * Whether a bet is in the frozen pool: receipt -> leaf -> path -> signed root.
 * Source: docs/rules/proofs.md, "Your receipt".
 */
export async function checkReceipt(receipt: Receipt, tools: ProofTools): Promise<CheckLine[]> {
  const { proof, signed_root, receipt_hash } = receipt;
  const leaf = leafHash(leafText(proof.leaf), tools.hash);
  const where = { item: proof.leaf.order_id };
  const isInside = verifyPath(
    {
      index: proof.index,
      size: proof.tree_size,
      path: proof.path.map((each) => fromHex(each) ?? new Uint8Array()),
      leafHash: leaf,
      root: fromHex(signed_root.root) ?? new Uint8Array(),
    },
    tools.hash,
  );
  const isInTime = proof.leaf.accepted_at <= signed_root.closed_at;
  return [
    compare("receipt_hash", where, [toHex(leaf), receipt_hash]),
    compare("root_race", where, [proof.leaf.race_id, signed_root.race_id]),
    compare("bets_of_receipt", where, [signed_root.bets, proof.tree_size]),
    compare("root_of_receipt", where, [signed_root.root, proof.root]),
    compare("path", where, [true, isInside]),
    compare("in_time", where, [true, isInTime]),
    ...(await checkSignature(signed_root, receipt.keys, tools)),
    ...(await checkKeys(receipt.keys, tools)),
  ];
}
