import { randomInt } from "node:crypto";
import { lookupHash } from "../../core/kit/cipher.ts";
import type { Secrets } from "../../core/settings/secrets.ts";

const COUNT = 10;
const LENGTH = 10;
const HALF = LENGTH / 2;
/** Leaves out characters that are easily confused: i, l, o, u, 0, 1. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";

/**
 * Codes for when the authenticator is lost, in the form in which they are shown once:
 * "k7m2p-x9d4w".
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () =>
      ALPHABET.charAt(randomInt(ALPHABET.length)),
    ).join("");
    return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
  });
}

/**
 * What is stored of a code: useless to whoever reads the database. Case, spaces and dashes do not
 * count.
 */
export function hashRecoveryCode(secrets: Secrets, operatorId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return lookupHash(secrets, "operator recovery", `${operatorId}:${plain}`);
}
