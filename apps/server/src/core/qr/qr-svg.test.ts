import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { qrModules, qrSvg } from "./qr-svg.ts";

/** Codes that another encoder made of the same texts, versions 1, 5 and 8. */
const CODES = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/qr-codes.json"), "utf8"),
) as { text: string; rows: string[] }[];

/** The mask that a code was drawn with, out of its own format bits. */
function maskOf(rows: readonly string[]): number {
  return Number.parseInt(rows[8]?.slice(2, 5) ?? "", 2) ^ 0b101;
}

function drawn(text: string, mask?: number): string[] {
  const rows = qrModules(text, mask).slice(4, -4);
  return rows.map((row) =>
    row
      .slice(4, -4)
      .map((isDark) => (isDark ? "1" : "0"))
      .join(""),
  );
}

test.each(CODES)("$text is module by module the code of another encoder", ({ text, rows }) => {
  expect(drawn(text, maskOf(rows))).toEqual(rows);
  // Each encoder decides which of the eight masks is best; a reader accepts any.
  const own = drawn(text);
  expect(own).toEqual(drawn(text, maskOf(own)));
});

test("180 bytes fit, one more does not", () => {
  expect(drawn("x".repeat(180))).toHaveLength(53);
  expect(() => qrModules("x".repeat(181))).toThrow();
});

test("the picture has a light margin of four modules and nothing but two paths", () => {
  const svg = qrSvg("CLUB");
  expect(svg).toMatch(
    /^<svg xmlns="[^"]+" viewBox="0 0 29 29" shape-rendering="crispEdges"><path [^<]+\/><path [^<]+\/><\/svg>$/,
  );
  expect(svg).toContain("M4 4h7v1h-7z");
});
