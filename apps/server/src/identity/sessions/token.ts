import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const MOST_CHARACTERS = 200;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const BEARER = /^Bearer +(\S+)$/i;

/** A new token: 256 random bits, of which only `hash` is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** True for text that can be one of our tokens. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * The token of an Authorization header, or null if none was sent; text that is too long is no token
 * of ours.
 */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.length > MOST_CHARACTERS) return "";
  return BEARER.exec(header)?.[1] ?? null;
}
