import { POOL_CODES } from "@club/domain";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const CODE = `["'](?:${POOL_CODES.join("|")})["']`;

/**
 * Code that repeats what the table of pools says: a bet type's number, or a list of pools. Each
 * pattern stands with an example that was once found.
 */
const WAYS: readonly (readonly [way: string, pattern: RegExp, found: string])[] = [
  [
    "a comparison",
    /\bbet_?type\w*\)?\s*(?:[!=]==?|[<>]=?)\s*[1-9]/gi,
    'if (form.betType === 9) return t("bet.each");',
  ],
  [
    "a comparison in SQL",
    /\bbet_type\s+(?:not\s+)?(?:in|between|=|<>|[<>]=?)\s*\(?\s*[1-9]/gi,
    "CASE WHEN g.bet_type IN (1, 2, 9) THEN 1 END",
  ],
  ["a value", /\bbet_?type\b\s*(?::|\?\?|\|\|)\s*[1-9]/gi, "isKnown ? order.bet_type : 1"],
  ["a set", /new Set\(\[\s*[1-9]\d*(?:\s*,\s*\d+)+\s*,?\s*\]\)/g, "new Set([1, 2, 9])"],
  [
    "a constant",
    /\bconst (?:EACH_WAY|\w*TYPES?(?:_\w+)?)\b[^=\n]*=\s*[[{\s]*(?:\w+:\s*)?(?:1[0-5]|[1-9])\b/g,
    "const BAR_TYPES = [1, 9, 3] as const;",
  ],
  [
    "a record or a list",
    /\bBetTypeIndex\b[^=;]*=\s*[[{]\s*\[?\s*[1-9]/g,
    'const FIELDS: Record<BetTypeIndex, string[]> = {\n  1: ["horse"],',
  ],
  ["a text", /["'`](?:betType|bet\.hint)\.\d/g, 't("betType.9")'],
  ["a switch", /switch \([^)]*bet_?type[^)]*\)\s*\{\s*case \d/gi, "switch (betType) {\n  case 3:"],
  ["a cast", /\b\d+ as BetTypeIndex\b/g, "return 4 as BetTypeIndex;"],
  ["a selector", /\[data-[\w-]*type[\w-]*=["']?\d/g, '.slip[data-bet-type="9"] { color: red; }'],
  [
    "a list of pools",
    new RegExp(`${CODE}(?:\\s*[,|]\\s*${CODE}){2,}`, "g"),
    'const SINGLES = ["WIN", "PLACE", "QUINELLA"];',
  ],
];

const ROOT = new URL("../", import.meta.url).pathname;
const TEXTS: ReadonlyMap<string, string> = new Map(
  globSync("{{apps,packages}/*/src/**/*.{ts,tsx,css},db/schema/**/*.sql}", { cwd: ROOT })
    .filter((file) => !/\.test\.|\/test\/|\/catalogue\//.test(file))
    .map((file) => [file, readFileSync(`${ROOT}${file}`, "utf8")] as const)
    .filter(([, text]) => !text.includes(" = definePool({")),
);

/** Drops the pool codes in SQL: the database lists them in constraints of its own. */
function withoutPools(file: string, text: string): string {
  return file.endsWith(".sql") ? text.replaceAll(/'[A-Z\d_]+'/g, "''") : text;
}

describe("only the table of pools knows bet types by their numbers", () => {
  test("there are files to look at", () => expect(TEXTS.size).toBeGreaterThan(1_000));

  test.each(WAYS)("no file has %s", (_way, pattern) => {
    const found = [...TEXTS].flatMap(([file, text]) =>
      [...withoutPools(file, text).matchAll(pattern)].map(([place]) => `${file}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  test.each(WAYS)("%s would be found", (_way, pattern, found) => {
    expect(found.match(pattern)).toHaveLength(1);
  });
});
