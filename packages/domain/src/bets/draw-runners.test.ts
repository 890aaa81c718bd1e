import { describe, expect, test } from "vitest";
import { DRAWS_PER_LEG, drawRunners } from "./draw-runners.ts";

/** A source whose numbers a seed decides (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FIELDS = [
  [1, 2, 3, 4, 5],
  [2, 9],
  [7, 4, 1],
];

describe("a quick pick", () => {
  test.each(DRAWS_PER_LEG)("draws %i different runners of each field, ascending", (perLeg) => {
    const random = seeded(perLeg);
    for (let turn = 0; turn < 200; turn += 1) {
      const picks = drawRunners(FIELDS, perLeg, random);
      expect(picks.map((leg) => leg.length)).toEqual(
        FIELDS.map((field) => Math.min(perLeg, field.length)),
      );
      for (const [leg, numbers] of picks.entries()) {
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const number of numbers) expect(FIELDS[leg]).toContain(number);
      }
    }
  });

  test("the same source draws the same runners", () => {
    expect(drawRunners(FIELDS, 2, seeded(7))).toEqual(drawRunners(FIELDS, 2, seeded(7)));
  });

  test.each([1, 2])("%i a leg: each set of runners comes about as often as any other", (perLeg) => {
    const random = seeded(40 + perLeg);
    const seen = new Map<string, number>();
    const draws = 10_000;
    for (let turn = 0; turn < draws; turn += 1) {
      const key = String(drawRunners([[1, 2, 3, 4, 5]], perLeg, random)[0]);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    const sets = perLeg === 1 ? 5 : 10;
    expect(seen.size).toBe(sets);
    // Four standard deviations and more; the seed decides what comes.
    for (const [set, count] of seen) {
      expect(Math.abs(count - draws / sets), set).toBeLessThan(160);
    }
  });
});
