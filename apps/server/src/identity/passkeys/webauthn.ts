import { createHash, createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";

/*
 * The part of Web Authentication (Level 3, sections 6.1, 7.1 and 7.2) that the club uses: passkeys
 * without attestation. The browser hands over the public key ready made, so no CBOR is read.
 */

/** What the browser says it did; the authenticator's signature covers its hash. */
export interface ClientData {
  type: "webauthn.create" | "webauthn.get";
  challenge: string;
  origin: URL;
}

/** The fixed part of what the authenticator says. */
export interface AuthenticatorData {
  rpIdHash: Buffer;
  isUserVerified: boolean;
  signCount: number;
  /** Only in a new passkey. */
  credentialId: Buffer | null;
}

const HASH_BYTES = 32;
const FLAGS_AT = 32;
const COUNT_AT = 33;
const FIXED_BYTES = 37;
const AAGUID_BYTES = 16;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const LEAST_RSA_BITS = 2048;

/** The client data of a ceremony, or null where it is none that a browser writes. */
export function readClientData(bytes: Buffer): ClientData | null {
  try {
    const value = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
    const { type, challenge, origin, crossOrigin } = value;
    const isKnown = type === "webauthn.create" || type === "webauthn.get";
    if (!isKnown || typeof challenge !== "string" || typeof origin !== "string") return null;
    // Somebody else's page may not sign in here by putting ours in a frame.
    if (crossOrigin === true) return null;
    return { type, challenge, origin: new URL(origin) };
  } catch {
    return null;
  }
}

/** True if the origin is a page of this host that browsers consider secure. */
export function isOriginOf(origin: URL, rpId: string): boolean {
  if (origin.hostname !== rpId) return false;
  return origin.protocol === "https:" || (origin.protocol === "http:" && rpId === "localhost");
}

/** Reads the authenticator data; null if it is too short or nobody was present. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | null {
  if (bytes.length < FIXED_BYTES) return null;
  const flags = bytes.readUInt8(FLAGS_AT);
  if ((flags & USER_PRESENT) === 0) return null;
  return {
    rpIdHash: bytes.subarray(0, HASH_BYTES),
    isUserVerified: (flags & USER_VERIFIED) !== 0,
    signCount: bytes.readUInt32BE(COUNT_AT),
    credentialId: (flags & HAS_CREDENTIAL) === 0 ? null : readCredentialId(bytes),
  };
}

function readCredentialId(bytes: Buffer): Buffer | null {
  const lengthAt = FIXED_BYTES + AAGUID_BYTES;
  if (bytes.length < lengthAt + 2) return null;
  const start = lengthAt + 2;
  const end = start + bytes.readUInt16BE(lengthAt);
  return end <= bytes.length ? bytes.subarray(start, end) : null;
}

export function hashOf(bytes: Buffer | string): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A key of a kind that the club asked for (ES256, EdDSA, RS256), or null. */
export function readPublicKey(der: Buffer): KeyObject | null {
  try {
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return isOfferedKind(key) ? key : null;
  } catch {
    return null;
  }
}

function isOfferedKind(key: KeyObject): boolean {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "ec") return namedCurve === "prime256v1";
  if (key.asymmetricKeyType === "rsa") return modulusLength >= LEAST_RSA_BITS;
  return key.asymmetricKeyType === "ed25519";
}

/** Whether the key's owner signed this: authenticator data, then the hash of the client data. */
export function isSignedBy(
  key: KeyObject,
  signature: Buffer,
  signed: { authenticatorData: Buffer; clientData: Buffer },
): boolean {
  const message = Buffer.concat([signed.authenticatorData, hashOf(signed.clientData)]);
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  try {
    return verify(digest, message, key, signature);
  } catch {
    return false;
  }
}
