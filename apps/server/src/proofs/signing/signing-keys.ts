import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from "node:crypto";
import { type ClubKey, keyText } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { command, oneRow } from "../../core/db/statements.ts";

/** How long a replaced key stays valid: other processes may still be signing with it. */
export const OVERLAP_DAYS = 7;

const SEED_BYTES = 32;
/** The PKCS #8 prefix of an Ed25519 seed; the length of a public key's SPKI prefix (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_HEAD_BYTES = 12;

interface KeyRow {
  readonly key_id: string;
  readonly number: number;
  readonly public_key: Buffer;
  readonly valid_from: Date;
  readonly valid_until: Date | null;
  readonly signed_by: string | null;
  readonly signature: string | null;
}

/** A key of this club that can sign. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

const made = new WeakMap<AppContext["secrets"], Map<number, KeyObject>>();

/** Derives a numbered private key from the club's secret: no key is stored. */
function privateKeyOf(secrets: AppContext["secrets"], number: number): KeyObject {
  const ours = made.get(secrets) ?? new Map<number, KeyObject>();
  made.set(secrets, ours);
  const known = ours.get(number);
  if (known !== undefined) return known;
  const use = `horse-club signing ${number}`;
  const seed =
    number === 1
      ? secrets.signingKey
      : Buffer.from(hkdfSync("sha256", secrets.signingKey, "", use, SEED_BYTES));
  const der = Buffer.concat([PKCS8_HEAD, seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  ours.set(number, key);
  return key;
}

function publicKeyOf(privateKey: KeyObject): Buffer {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return spki.subarray(SPKI_HEAD_BYTES);
}

/** An Ed25519 signature in base 64. */
export function signText({ privateKey }: SigningKey, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString("base64");
}

/**
 * Makes sure that the current key derives from this club's secret. If the secret was replaced, the
 * club gets a new key that no older one could sign, and every check reports it.
 */
export async function ensureSigningKey(ctx: Pick<AppContext, "db" | "secrets">): Promise<void> {
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockKeys(tx);
    const newest = await readNewest(tx);
    if (newest !== null && isOurs(ctx.secrets, newest)) return;
    await addKey(tx, ctx.secrets, { number: (newest?.number ?? 0) + 1, signer: null, newest });
  });
}

/** Makes the next key, signed by the current one, which stays valid for the overlap. */
export async function rotateSigningKey(ctx: Pick<AppContext, "db" | "secrets">): Promise<string> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockKeys(tx);
    const newest = await readNewest(tx);
    const number = (newest?.number ?? 0) + 1;
    const isSignable = newest !== null && isOurs(ctx.secrets, newest);
    const signer = isSignable
      ? { keyId: newest.key_id, privateKey: privateKeyOf(ctx.secrets, newest.number) }
      : null;
    return await addKey(tx, ctx.secrets, { number, signer, newest });
  });
}

/** The current signing key. @throws Error if it is not from this secret: a start makes one */
export async function readSigningKey(
  db: Queryable,
  secrets: AppContext["secrets"],
): Promise<SigningKey> {
  const newest = await readNewest(db);
  if (newest === null || !isOurs(secrets, newest)) {
    throw new Error("The club's signing key is of another secret: restart with the right one.");
  }
  return { keyId: newest.key_id, privateKey: privateKeyOf(secrets, newest.number) };
}

/** Every public key, oldest first, as checkers read them. */
export async function readPublicKeys(db: Queryable): Promise<ClubKey[]> {
  const { rows } = await db.query<KeyRow>("SELECT * FROM signing_key ORDER BY number");
  return rows.map((row) => ({
    key_id: row.key_id,
    jwk: jwkOf(row.public_key),
    from: row.valid_from.toISOString(),
    until: row.valid_until?.toISOString() ?? null,
    signed_by: row.signed_by,
    signature: row.signature,
  }));
}

function jwkOf(publicKey: Buffer): ClubKey["jwk"] {
  return { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") };
}

const lockKeys = command("SELECT pg_advisory_xact_lock(hashtextextended('signing_key', 7))");

const readNewest = oneRow<KeyRow>("SELECT * FROM signing_key ORDER BY number DESC LIMIT 1");

function isOurs(secrets: AppContext["secrets"], { number, public_key }: KeyRow): boolean {
  return publicKeyOf(privateKeyOf(secrets, number)).equals(public_key);
}

interface NewKey {
  readonly number: number;
  readonly signer: SigningKey | null;
  /** The key that it replaces. */
  readonly newest: KeyRow | null;
}

async function addKey(
  tx: Queryable,
  secrets: AppContext["secrets"],
  { number, signer, newest }: NewKey,
): Promise<string> {
  const key_id = `k${number}`;
  const publicKey = publicKeyOf(privateKeyOf(secrets, number));
  const { rows } = await tx.query<{ now: Date }>("SELECT club_now_ms() AS now");
  const from = (rows[0]?.now ?? new Date()).toISOString();
  const signed_by = signer?.keyId ?? null;
  const text = keyText({ key_id, jwk: jwkOf(publicKey), from, signed_by });
  const signature = signer === null ? null : signText(signer, text);
  if (newest !== null) {
    await tx.query(
      "UPDATE signing_key SET valid_until = $2::timestamptz + make_interval(days => $3) WHERE key_id = $1",
      [newest.key_id, from, OVERLAP_DAYS],
    );
  }
  await tx.query(
    `INSERT INTO signing_key (key_id, number, public_key, valid_from, signed_by, signature)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [key_id, number, publicKey, from, signed_by, signature],
  );
  return key_id;
}
