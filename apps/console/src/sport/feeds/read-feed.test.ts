import { expect, test } from "vitest";
import { formatOf, readFeedFile } from "./read-feed.ts";

test.each([
  ['[{"id":"a"}]', "the-odds-api"],
  ["  \n[]", "the-odds-api"],
  ["Div,Date,Time,HomeTeam,AwayTeam,FTHG\nE0,01/02/2026", "football-data"],
  ['{"id":"a"}', undefined],
  ["name,price\na,1", undefined],
  ["", undefined],
])("%o is %s", (text, format) => {
  expect(formatOf(text)).toBe(format);
});

test("a mark of byte order is passed over, what is too large is said", async () => {
  const file = new File(["\uFEFF[]"], "odds.json");
  expect(await readFeedFile(file)).toEqual({
    name: "odds.json",
    format: "the-odds-api",
    payload: "[]",
  });
  expect(await readFeedFile(new File(["x".repeat(2 * 1024 * 1024)], "big"))).toBe("too-large");
});
