import { expect, test } from "vitest";
import { wireCents, wireInstant, wireJson, wireParams } from "./wire.ts";

test("amounts are integers of cents; what no number holds is our own fault", () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  expect([0n, -250n, most].map((amount) => wireCents(amount))).toEqual([
    0,
    -250,
    Number.MAX_SAFE_INTEGER,
  ]);
  expect(wireCents(null)).toBeNull();
  expect(() => wireCents(most + 1n)).toThrow("an amount fits into a number of JSON");
});

test("instants are UTC with milliseconds", () => {
  expect(wireInstant(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  expect([wireInstant(null), wireInstant(undefined)]).toEqual([null, null]);
});

test("amounts anywhere in JSON are integers too", () => {
  expect(wireJson({ a: [1n, { b: 2n }] })).toBe('{"a":[1,{"b":2}]}');
  expect(wireParams({ a: [1n], b: "2" })).toEqual({ a: [1], b: "2" });
});
