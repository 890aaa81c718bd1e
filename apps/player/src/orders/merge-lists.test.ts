import { expect, test } from "vitest";
import { mergeLists, type Reading } from "./merge-lists.ts";

interface Row {
  readonly order_id: string;
}

const row = (n: number): Row => ({ order_id: String(n).padStart(6, "0") });
const rows = (...numbers: number[]): Row[] => numbers.map(row);
const numbersOf = (list: readonly Row[]): number[] => list.map(({ order_id }) => Number(order_id));

/** A small generator with a seed: the same pages in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

test("a row waits until the other list has been read to its time", () => {
  const merged = mergeLists([
    { rows: rows(9, 8, 7), isEnded: false },
    { rows: rows(10, 2), isEnded: false },
  ]);
  expect(numbersOf(merged.rows)).toEqual([10, 9, 8, 7]);
  expect(merged.behind).toBe(0);
});

test("a list that has ended holds nobody back, and one that was not read holds all", () => {
  const ended = { rows: rows(9, 8), isEnded: true };
  expect(mergeLists([ended, { rows: rows(4), isEnded: true }])).toEqual({
    rows: rows(9, 8, 4),
    behind: undefined,
  });
  expect(mergeLists([ended, { rows: [], isEnded: false }])).toEqual({ rows: [], behind: 1 });
  expect(mergeLists([])).toEqual({ rows: [], behind: undefined });
});

/** Two lists of random lengths; which rows are in which, and how long the pages are, is random. */
function twoLists(seed: number) {
  const roll = dice(seed);
  const lists: [Row[], Row[]] = [[], []];
  const share = roll(11);
  for (let n = 200 + roll(200); n > 0; n -= 1 + roll(4)) {
    lists[roll(10) < share ? 0 : 1].push(row(n));
  }
  return { lists, page: 1 + roll(20) };
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  "random pages %i: none twice, none lost, in order, what is shown stays, each page shows more",
  (seed) => {
    const { lists, page } = twoLists(seed);
    const read: [number, number] = [page, page];
    const reading = (side: 0 | 1): Reading<Row> => ({
      rows: lists[side].slice(0, read[side]),
      isEnded: read[side] >= lists[side].length,
    });
    const all = lists.flat().sort((a, b) => (a.order_id < b.order_id ? 1 : -1));
    let shown: readonly Row[] = [];
    for (let step = 0; ; step += 1) {
      const merged = mergeLists([reading(0), reading(1)]);
      // The start of the whole, in order: so nothing is missing, doubled or moved.
      expect(numbersOf(merged.rows)).toEqual(numbersOf(all.slice(0, merged.rows.length)));
      if (step > 0) expect(merged.rows.length).toBeGreaterThan(shown.length);
      shown = merged.rows;
      if (merged.behind === undefined) break;
      read[merged.behind === 0 ? 0 : 1] += page;
    }
    expect(numbersOf(shown)).toEqual(numbersOf(all));
  },
);
