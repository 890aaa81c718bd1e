import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSecrets } from "./secrets.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "club-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test("made once, readable by us alone, the same ever after", () => {
  const first = openSecrets({ secret: undefined, dataDir });
  expect(openSecrets({ secret: undefined, dataDir })).toEqual(first);
  expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
  const keys = [first.codeHmacKey, first.encryptionKey, first.signingKey];
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(3);
  expect(keys.every((key) => key.length === 32)).toBe(true);
});

test("from the environment no file is made", () => {
  const secret = "ab".repeat(32);
  expect(openSecrets({ secret, dataDir })).toEqual(openSecrets({ secret, dataDir }));
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a file that others can read, or a damaged one, is refused", () => {
  openSecrets({ secret: undefined, dataDir });
  const path = join(dataDir, "secret.key");
  chmodSync(path, 0o644);
  expect(() => openSecrets({ secret: undefined, dataDir })).toThrow("Others can read");
  chmodSync(path, 0o600);
  writeFileSync(path, "half");
  expect(() => openSecrets({ secret: undefined, dataDir })).toThrow("is damaged");
  expect(() => openSecrets({ secret: undefined, dataDir: join(dataDir, "none") })).toThrow(
    "cannot be written",
  );
});
