import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Secrets } from "../settings/secrets.ts";
import { decrypt, encrypt, lookupHash } from "./cipher.ts";

const secrets = (): Secrets => ({
  keyId: randomBytes(4).toString("hex"),
  codeHmacKey: randomBytes(32),
  encryptionKey: randomBytes(32),
  signingKey: randomBytes(32),
  pushKey: randomBytes(32),
});
const PLACE = { table: "player", column: "phone_cipher", id: "p1" };

test.each(["", "+61400000000", "安全 🏇".repeat(50)])("%j comes back", (text) => {
  const keys = secrets();
  expect(decrypt(keys, PLACE, encrypt(keys, PLACE, text))).toBe(text);
});

test("the same text looks different each time", () => {
  const keys = secrets();
  expect(encrypt(keys, PLACE, "x").equals(encrypt(keys, PLACE, "x"))).toBe(false);
});

test("in another row, column or table it cannot be read", () => {
  const keys = secrets();
  const sealed = encrypt(keys, PLACE, "x");
  for (const place of [
    { ...PLACE, id: "p2" },
    { ...PLACE, column: "birth_cipher" },
    { ...PLACE, table: "bank_card" },
  ]) {
    expect(() => decrypt(keys, place, sealed)).toThrow();
  }
});

test("with another key, or one bit changed, it cannot be read", () => {
  const keys = secrets();
  const sealed = encrypt(keys, PLACE, "x");
  expect(() => decrypt(secrets(), PLACE, sealed)).toThrow("sealed with the club's key");
  expect(() => decrypt({ ...secrets(), keyId: keys.keyId }, PLACE, sealed)).toThrow();
  for (let i = keys.keyId.length; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(() => decrypt(keys, PLACE, changed)).toThrow();
  }
});

test("a look-up hash finds the same value of the same use, with the same key", () => {
  const keys = secrets();
  expect(lookupHash(keys, "phone", "1").equals(lookupHash(keys, "phone", "1"))).toBe(true);
  expect(lookupHash(keys, "phone", "1").equals(lookupHash(keys, "account", "1"))).toBe(false);
  expect(lookupHash(keys, "phone", "1").equals(lookupHash(secrets(), "phone", "1"))).toBe(false);
});
