import { createCipheriv, createECDH, createHmac, randomBytes } from "node:crypto";

/** The keys of a subscription: the browser's public point and its shared secret. */
export interface BrowserKeys {
  p256dh: Buffer;
  auth: Buffer;
}

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
const LAST_RECORD = 2;

/** True for keys that a browser can have made. */
export function areBrowserKeys(keys: BrowserKeys): boolean {
  if (keys.auth.length !== AUTH_BYTES || keys.p256dh.length !== POINT_BYTES) return false;
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(keys.p256dh);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one browser: RFC 8291 over the `aes128gcm` coding of RFC 8188, one record.
 *
 * @param fixed - the key pair and salt of the RFC's example; random ones without.
 */
export function encryptPush(
  message: Buffer,
  browser: BrowserKeys,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const ecdh = createECDH(CURVE);
  if (fixed === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(fixed.privateKey);
  const ours = ecdh.getPublicKey();
  const salt = fixed?.salt ?? randomBytes(SALT_BYTES);
  const shared = ecdh.computeSecret(browser.p256dh);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), browser.p256dh, ours]);
  const secret = derive({ salt: browser.auth, from: shared, info: keyInfo, bytes: 32 });
  const key = derive({ salt, from: secret, info: infoOf("aes128gcm"), bytes: 16 });
  const nonce = derive({ salt, from: secret, info: infoOf("nonce"), bytes: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const body = Buffer.concat([
    cipher.update(Buffer.concat([message, Buffer.of(LAST_RECORD)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, body]);
}

function infoOf(use: string): Buffer {
  return Buffer.from(`Content-Encoding: ${use}\0`);
}

/** HKDF of RFC 5869 with SHA-256, for at most one block. */
function derive(from: { salt: Buffer; from: Buffer; info: Buffer; bytes: number }): Buffer {
  const extracted = createHmac("sha256", from.salt).update(from.from).digest();
  const block = createHmac("sha256", extracted).update(from.info).update(Buffer.of(1)).digest();
  return block.subarray(0, from.bytes);
}
