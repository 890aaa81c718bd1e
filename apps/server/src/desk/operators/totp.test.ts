import { describe, expect, test } from "vitest";
import { codeOfStep, matchingStep, otpauthUrl, stepOf, toBase32 } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");

describe("codes", () => {
  // RFC 6238, appendix B (SHA-1); the last six of its eight digits.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %d: %s", (seconds, code) => {
    expect(codeOfStep(SECRET, stepOf(seconds))).toBe(code);
    expect(matchingStep(SECRET, code, { seconds, lastStep: 0 })).toBe(stepOf(seconds));
  });

  test("one step either side is taken, two are not", () => {
    const seconds = 1_234_567_890;
    const typed = (step: number): number | null =>
      matchingStep(SECRET, codeOfStep(SECRET, stepOf(seconds) + step), { seconds, lastStep: 0 });
    expect([-2, -1, 0, 1, 2].map((step) => typed(step) !== null)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test("a code that was taken, and those before it, are used up", () => {
    const seconds = 1_234_567_890;
    const step = stepOf(seconds);
    const typed = (of: number): number | null =>
      matchingStep(SECRET, codeOfStep(SECRET, of), { seconds, lastStep: step });
    expect([typed(step - 1), typed(step), typed(step + 1)]).toEqual([null, null, step + 1]);
  });

  test.each(["", "28708", "2870821", "abcdef", "２８７０８２"])("%j is none", (typed) => {
    expect(matchingStep(SECRET, typed, { seconds: 59, lastStep: 0 })).toBeNull();
  });

  test("a space in the middle, as authenticators show it, is no fault", () => {
    expect(matchingStep(SECRET, "287 082", { seconds: 59, lastStep: 0 })).toBe(1);
  });
});

// RFC 4648, section 10, without the padding.
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j", (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

test("the address of an enrolment names the club and the operator", () => {
  expect(otpauthUrl("MZXW6", { club: "Pier & Dock", operator: "ana" })).toBe(
    "otpauth://totp/Pier%20%26%20Dock:ana?secret=MZXW6&issuer=Pier%20%26%20Dock&algorithm=SHA1&digits=6&period=30",
  );
});
