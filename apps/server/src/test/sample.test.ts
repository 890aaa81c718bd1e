import { afterEach, describe, expect, test, vi } from "vitest";
import { sample } from "./sample.ts";

const cases = ["a1", "a2", "b1", "a3", "a4", "a5", "c1", "b2"];
const kindOf = (one: string): string => one.charAt(0);

test("each kind keeps its first case and one in so many of the others, in order", () => {
  expect(sample(cases, { oneIn: 4, kindOf }, false)).toEqual(["a1", "b1", "a5", "c1"]);
  expect(sample(cases, { oneIn: 4 }, false)).toEqual(["a1", "a4"]);
});

test("at full length all are there", () => {
  expect(sample(cases, { oneIn: 4, kindOf }, true)).toEqual(cases);
});

const listOf = (length: number): number[] => Array.from({ length }, (_, at) => at);

async function read(mode: string) {
  vi.stubEnv("CLUB_FAULTS", mode);
  vi.resetModules();
  return await import("./sample.ts");
}

afterEach(() => vi.unstubAllEnvs());

describe("a share", () => {
  test("the shares of all looks are everything, each thing once, and none is empty", async () => {
    const { shareOf } = await read("short");
    for (const length of [1, 2, 5, 7, 57]) {
      for (const looks of [1, 2, 5, 6]) {
        const shares = listOf(looks).map((look) => shareOf(listOf(length), look, looks));
        expect(new Set(shares.flat())).toEqual(new Set(listOf(length)));
        expect(shares.every((share) => share.length > 0)).toBe(true);
        if (length >= looks) expect(shares.flat()).toHaveLength(length);
      }
    }
  });

  test("a few are the first, the middle and the last; of three or less all", async () => {
    const { fewOf } = await read("short");
    expect(fewOf(listOf(9))).toEqual([0, 4, 8]);
    for (const length of [0, 1, 2, 3]) expect(fewOf(listOf(length))).toEqual(listOf(length));
  });

  test("in full everything is there, in every look", async () => {
    const { fewOf, shareOf } = await read("full");
    expect(shareOf(listOf(57), 1, 5)).toEqual(listOf(57));
    expect(fewOf(listOf(9))).toEqual(listOf(9));
  });
});
