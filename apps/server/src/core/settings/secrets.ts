import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SettingsError } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** Keys of 32 bytes, each for one use, all derived from one secret. */
export interface Secrets {
  /** Identifies the secret without revealing it; prefixed to what is encrypted, for rotation. */
  keyId: string;
  /** HMAC of SMS codes and of look-up hashes of bank accounts and phones. */
  codeHmacKey: Buffer;
  /** AES-256-GCM of bank accounts, phones and dates of birth. */
  encryptionKey: Buffer;
  /** Seed of an Ed25519 key, or HMAC key, for what the club signs. */
  signingKey: Buffer;
  /** Seed of the key pair of web push. */
  pushKey: Buffer;
}

/** In the data folder, unless CLUB_SECRET is set. */
export const SECRET_FILE = "secret.key";
const KEY_BYTES = 32;
const KEY_ID_LENGTH = 8;
const OWN_FILE = 0o600;
const OTHERS = 0o077;
const HEX_KEY = /^[0-9a-f]{64}$/i;

/**
 * The keys of this club: from CLUB_SECRET, else from the data folder, where they are made at the
 * first start.
 *
 * @throws SettingsError when others can read the file, or it is damaged.
 */
export function openSecrets(settings: Pick<Settings, "secret" | "dataDir">): Secrets {
  const secret = Buffer.from(settings.secret ?? readOrMake(settings.dataDir), "hex");
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, "", `horse-club ${use}`, KEY_BYTES));
  return {
    keyId: createHash("sha256").update(derive("id")).digest("hex").slice(0, KEY_ID_LENGTH),
    codeHmacKey: derive("codes"),
    encryptionKey: derive("encryption"),
    signingKey: derive("signing"),
    pushKey: derive("push"),
  };
}

function readOrMake(folder: string): string {
  const path = join(folder, SECRET_FILE);
  const draft = `${path}.${process.pid}`;
  try {
    // A hard link never replaces a file: of two processes that start at once, one makes the key and
    // both read it.
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: OWN_FILE });
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw unusable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
  if ((statSync(path).mode & OTHERS) !== 0) {
    throw new SettingsError(`Others can read ${path}, which holds the club's key: chmod 600 it.`);
  }
  const text = readFileSync(path, "utf8").trim();
  if (!HEX_KEY.test(text))
    throw new SettingsError(`${path} is damaged: put it back from a backup.`);
  return text;
}

function unusable(path: string, error: unknown): SettingsError {
  return new SettingsError(`${path} cannot be written (${String(error)}).`);
}
