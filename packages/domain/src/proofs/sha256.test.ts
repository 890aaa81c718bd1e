import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { fromBase64, fromHex, toHex } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
])("the published digest of %j", (text, digest) => {
  expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(digest);
});

test("any bytes have the digest of the platform", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
    LAWS,
  );
});

test("hex and base 64 come back, and other texts are none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      expect(fromHex(toHex(bytes))).toEqual(bytes);
      expect(fromBase64(Buffer.from(bytes).toString("base64"))).toEqual(bytes);
      expect(fromBase64(Buffer.from(bytes).toString("base64url"))).toEqual(bytes);
    }),
    LAWS,
  );
  expect([fromHex("0"), fromHex("zz"), fromHex("AB")]).toEqual([null, null, null]);
  expect([fromBase64("a"), fromBase64("ab*d")]).toEqual([null, null]);
});
