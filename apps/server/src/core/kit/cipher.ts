import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { assert } from "@club/domain";
import type { Secrets } from "../settings/secrets.ts";

/** Where a value belongs: moved to another row or column it can no longer be read (promise S25). */
export interface Place {
  table: string;
  column: string;
  /** The player, or whatever else the row is of. */
  id: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: key id, nonce, ciphertext, tag. */
export function encrypt(secrets: Secrets, place: Place, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secrets.encryptionKey, nonce);
  cipher.setAAD(bindingOf(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from(secrets.keyId, "latin1"), nonce, body, cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made. Throws if it was changed, moved, or encrypted with another key. */
export function decrypt(secrets: Secrets, place: Place, sealed: Buffer): string {
  const start = secrets.keyId.length;
  assert(sealed.toString("latin1", 0, start) === secrets.keyId, "sealed with the club's key");
  const body = start + NONCE_BYTES;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(
    "aes-256-gcm",
    secrets.encryptionKey,
    sealed.subarray(start, body),
  );
  decipher.setAAD(bindingOf(place));
  decipher.setAuthTag(sealed.subarray(end));
  return decipher.update(sealed.subarray(body, end), undefined, "utf8") + decipher.final("utf8");
}

/** A keyed hash that finds the same value again; `use` keeps phones and accounts apart. */
export function lookupHash(secrets: Secrets, use: string, value: string): Buffer {
  return createHmac("sha256", secrets.codeHmacKey).update(`${use}:${value}`).digest();
}

function bindingOf(place: Place): Buffer {
  return Buffer.from(`${place.table}.${place.column}:${place.id}`);
}
