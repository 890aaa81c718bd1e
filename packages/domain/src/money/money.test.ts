import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { CentsSum } from "./cents-sum.ts";
import { formatCents, parseAmountCents } from "./cents.ts";
import { add, divide, fraction, multiply, sum } from "./fraction.ts";
import { type Rounding, floor, halfUpCents, roundDividend } from "./rounding.ts";

describe("amounts", () => {
  test.each<[unknown, bigint | null]>([
    ["2.5", 250n],
    ["2.50", 250n],
    ["2", 200n],
    [2.5, 250n],
    [0.1, 10n],
    [1000000, 100_000_000n],
    ["0", 0n],
    ["007", 700n],
    ["999999999.99", 99_999_999_999n],
    ["1234567890", null],
    ["2.505", null],
    [2.505, null],
    ["-1", null],
    [-1, null],
    ["", null],
    [" 2", null],
    ["2.", null],
    [".5", null],
    ["1e3", null],
    [1e21, null],
    [NaN, null],
    [Infinity, null],
    ["2,50", null],
    ["٢", null],
    [null, null],
    [undefined, null],
    [[2], null],
    [{}, null],
  ])("%o: %s cents", (value, cents) => expect(parseAmountCents(value)).toBe(cents));

  test("a bigint is no amount of the wire", () => expect(parseAmountCents(2n)).toBeNull());

  test("are written with two decimals", () => {
    expect([128_450n, 5n, 0n, -5n, -12_345n].map(formatCents)).toEqual([
      "1284.50",
      "0.05",
      "0.00",
      "-0.05",
      "-123.45",
    ]);
  });

  test("are read as they are written", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999n), (cents) => {
        expect(parseAmountCents(formatCents(cents))).toBe(cents);
      }),
      LAWS,
    );
  });
});

describe("roundings", () => {
  const down: Rounding = { kind: "down", stepCents: 10 };
  const nearest: Rounding = { kind: "nearest", stepCents: 5 };

  test.each<[string, bigint, bigint, Rounding, bigint]>([
    ["400.12 down to 10", 40_012n, 100n, down, 400n],
    ["409.99 down to 10", 40_999n, 100n, down, 400n],
    ["-0.5 down to 10", -1n, 2n, down, -10n],
    ["352.5 to 5: half up", 705n, 2n, nearest, 355n],
    ["352.49 to 5", 35_249n, 100n, nearest, 350n],
    ["-2.5 to 5: half up", -5n, 2n, nearest, 0n],
  ])("%s", (_, top, bottom, rounding, expected) => {
    expect(roundDividend(fraction(top, bottom), rounding)).toBe(expected);
  });

  test("half up to the cent", () => {
    expect(halfUpCents(fraction(16_965n, 10n))).toBe(1_697n);
    expect(halfUpCents(fraction(16_964n, 10n))).toBe(1_696n);
    expect(floor(fraction(-3n, 2n))).toBe(-2n);
  });
});

test("fractions are exact and in lowest terms", () => {
  const third = fraction(1n, 3n);
  expect(sum([third, third, third])).toEqual({ top: 1n, bottom: 1n });
  expect(multiply(third, fraction(3n, 2n))).toEqual({ top: 1n, bottom: 2n });
  expect(divide(third, fraction(2n, 3n))).toEqual({ top: 1n, bottom: 2n });
  expect(add(fraction(-1n, 2n), fraction(1n, 6n))).toEqual({ top: -1n, bottom: 3n });
});

test("a sum of count x unit is exact, however large", () => {
  const unit = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 20n));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30_000), unit)), (products) => {
      const running = new CentsSum();
      for (const [count, each] of products) running.add(count, each);
      expect(running.total()).toBe(
        products.reduce((s, [count, each]) => s + BigInt(count) * each, 0n),
      );
    }),
    LAWS,
  );
});
