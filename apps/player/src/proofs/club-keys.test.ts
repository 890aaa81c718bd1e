import type { ClubKey, ProofTools } from "@club/domain";
import { sha256 } from "@club/domain";
import { expect, test } from "vitest";
import { believed } from "./club-keys.ts";

const keyOf = (number: number): ClubKey => ({
  key_id: `k${number}`,
  jwk: { kty: "OKP", crv: "Ed25519", x: `${String(number).repeat(42)}A` },
  from: "2026-01-01T00:00:00.000Z",
  until: null,
  signed_by: number === 1 ? null : `k${number - 1}`,
  signature: number === 1 ? null : `${"A".repeat(86)}==`,
});
const [first, second, third] = [keyOf(1), keyOf(2), keyOf(3)];
const toolsOf = (answer: boolean | null): ProofTools => ({
  hash: sha256,
  verify: async () => await Promise.resolve(answer),
});

test("a key that an older one signed is known from then on", async () => {
  const { known, unproven } = await believed([first], [first, second, third], toolsOf(true));
  expect(known).toEqual([first, second, third]);
  expect(unproven).toEqual([]);
});

test("one that none signed is neither kept nor used", async () => {
  expect(await believed([first], [first, second], toolsOf(false))).toEqual({
    known: [first],
    unproven: [],
  });
  const alone = { ...second, signed_by: null, signature: null };
  expect(await believed([first], [first, alone], toolsOf(true))).toEqual({
    known: [first],
    unproven: [],
  });
});

test("where the phone cannot check, it is used and not kept", async () => {
  expect(await believed([first], [first, second, third], toolsOf(null))).toEqual({
    known: [first],
    unproven: [second, third],
  });
});

test("a key that was swapped stays the one that the phone saw", async () => {
  const swapped = { ...first, jwk: second.jwk, until: "2026-02-01T00:00:00.000Z" };
  expect((await believed([first], [swapped], toolsOf(true))).known).toEqual([first]);
});
