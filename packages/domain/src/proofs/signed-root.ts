import { type CanonicalValue, canonicalJson } from "./canonical-json.ts";
import { toHex, utf8 } from "./bytes.ts";
import type { HashFunction } from "./merkle.ts";
import {
  type Read,
  hash,
  instant,
  listOf,
  natural,
  nullable,
  objectOf,
  oneOf,
  recordOf,
  text,
} from "./read-json.ts";

/** The `previous` of a club's first signed root. */
export const NO_ROOT_BEFORE = "0".repeat(64);

/**
 * What the club signs when betting on a race closes: how many bets there are, and their root.
 * Source: docs/rules/proofs.md, "The signed root".
 */
export const readSignedRoot = objectOf({
  format: oneOf(["club-root/1", "club-event-root/1"]),
  race_id: text,
  bets: natural,
  root: hash,
  /** Stakes accepted, by pool. */
  pools: recordOf(natural),
  closed_at: instant,
  /** The hash of the signed root before it. */
  previous: hash,
  key_id: text,
  /** Ed25519 in base 64, over the canonical JSON of the rest. */
  signature: text,
});
export type SignedRoot = Read<typeof readSignedRoot>;

/** A public key of the club; all but the first are signed by the one before. */
export const readClubKey = objectOf({
  key_id: text,
  jwk: objectOf({ kty: oneOf(["OKP"]), crv: oneOf(["Ed25519"]), x: text }),
  from: instant,
  until: nullable(instant),
  signed_by: nullable(text),
  signature: nullable(text),
});
export type ClubKey = Read<typeof readClubKey>;
export const readClubKeys = listOf(readClubKey, 1000);

/**
 * The keys in anything that carries them: `/.well-known/club-roots`, a receipt, a day.
 * @throws FormatError
 */
export function readClubKeysOf(value: unknown): readonly ClubKey[] {
  const keys = typeof value === "object" && value !== null && "keys" in value ? value.keys : null;
  return readClubKeys(keys, "keys");
}

/** How far the log of signed roots has come, signed. */
export const readLogHead = objectOf({
  format: oneOf(["club-log/1"]),
  size: natural,
  root: hash,
  key_id: text,
  signature: text,
});
export type LogHead = Read<typeof readLogHead>;

/** The text that a signature of the club covers: the canonical JSON without the signature. */
export function signedText(signed: Readonly<Record<string, unknown>>): string {
  const { signature: _, ...rest } = signed;
  return canonicalJson(rest as CanonicalValue);
}

/** The text that the older key signs for a newer one. `until` is not known when it is made. */
export function keyText({ key_id, jwk, from, signed_by }: Omit<ClubKey, "signature" | "until">) {
  const { kty, crv, x } = jwk;
  return canonicalJson({ format: "club-key/1", key_id, jwk: { kty, crv, x }, from, signed_by });
}

/** The leaf of a signed root in the log; its hash is the next root's `previous`. */
export function logText(root: SignedRoot): string {
  return canonicalJson(root);
}

export function hashOfRoot(root: SignedRoot, hashFunction: HashFunction): string {
  return toHex(hashFunction(utf8(logText(root))));
}
