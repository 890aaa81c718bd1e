import type { Refusal } from "@club/domain";
import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashCount, hashPassword, isPassword, needsRehash } from "./password.ts";

/** S1: two hashes at work and fifty waiting. */
const ROOM = 52;

// Source: the reference implementation's own tests (P-H-C/phc-winner-argon2, src/test.c).
test.each([
  [
    "password",
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    true,
  ],
  [
    "Password",
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    false,
  ],
])("%s against the reference's %s: %s", async (password, stored, isRight) => {
  expect(await isPassword(stored, password)).toBe(isRight);
  expect(needsRehash(stored)).toBe(true);
});

test("a new hash has today's parameters and a salt of its own, of 16 bytes", async () => {
  const [one, two] = await Promise.all([hashPassword("the same"), hashPassword("the same")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(needsRehash(one)).toBe(false);
  expect(await verify(one, "the same")).toBe(true);
});

test("a flood: 52 have their turn, the rest is club.busy at once, and then there is room again", async () => {
  const before = hashCount();
  const outcomes = await Promise.all(
    Array.from({ length: ROOM + 20 }, async () => {
      try {
        return await isPassword(null, "guess");
      } catch (error) {
        // Refused before a single hash was ready: a refusal does not wait.
        return [(error as Refusal).code, hashCount() - before <= 2];
      }
    }),
  );
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(ROOM);
  expect(outcomes.slice(ROOM)).toEqual(Array.from({ length: 20 }, () => ["club.busy", true]));
  expect(hashCount() - before).toBe(ROOM);
  expect(await isPassword(null, "guess")).toBe(false);
});
