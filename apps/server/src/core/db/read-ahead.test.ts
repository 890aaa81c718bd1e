import { expect, test } from "vitest";
import { FROM_START, rowsAhead } from "./read-ahead.ts";

const ids = ["a", "b", "c", "d", "e"].map((id) => ({ id }));

function table(limit: number, from?: string) {
  const asked: string[] = [];
  const pages = rowsAhead(
    limit,
    async (page) => {
      asked.push(page.after);
      const start = ids.findIndex(({ id }) => id === page.after) + 1;
      return ids.slice(start, start + page.limit);
    },
    from,
  );
  return { asked, pages };
}

test.each([
  [2, undefined, ["ab", "cd", "e"], [FROM_START, "b", "d"]],
  [2, "c", ["de", ""], ["c", "e"]],
  [5, undefined, ["abcde", ""], [FROM_START, "e"]],
  [9, undefined, ["abcde"], [FROM_START]],
])("%i a page after %s: %j", async (limit, from, expected, order) => {
  const { asked, pages } = table(limit, from);
  const texts: string[] = [];
  for await (const rows of pages) texts.push(rows.map(({ id }) => id).join(""));
  expect(texts).toEqual(expected);
  expect(asked).toEqual(order);
});

test("the next page is being read while one is worked on; one is never read twice", async () => {
  const { asked, pages } = table(2);
  await pages.next();
  expect(asked).toEqual([FROM_START, "b"]);
  await pages.next();
  expect(asked).toEqual([FROM_START, "b", "d"]);
});

test("a page that fails after its reader has stopped ends nothing", async () => {
  let reads = 0;
  const pages = rowsAhead(1, async () => {
    reads += 1;
    if (reads > 1) throw new Error("gone");
    return [{ id: "a" }];
  });
  for await (const rows of pages) {
    expect(rows).toEqual([{ id: "a" }]);
    break;
  }
  // A rejection that nobody awaits would fail this file.
  await new Promise((resolve) => setImmediate(resolve));
  expect(reads).toBe(2);
});
