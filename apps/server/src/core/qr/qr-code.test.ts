import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";
import { qrSvg } from "./qr-svg.ts";

/** Codes that another encoder made of the same texts, versions 1, 5 and 8, and its choice of masks. */
const CODES = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/qr-codes.json"), "utf8"),
) as { text: string; rows: string[] }[];

test.each(CODES)("$text is module by module the code of another encoder", ({ text, rows }) => {
  const drawn = qrCode(text).map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
  expect(drawn).toEqual(rows);
});

test("180 bytes fit, one more does not", () => {
  expect(qrCode("x".repeat(180))).toHaveLength(53);
  expect(() => qrCode("x".repeat(181))).toThrow();
});

test("the picture has a light margin of four modules and nothing but two paths", () => {
  const svg = qrSvg("CLUB");
  expect(svg).toMatch(
    /^<svg xmlns="[^"]+" viewBox="0 0 29 29" shape-rendering="crispEdges"><path [^<]+\/><path [^<]+\/><\/svg>$/,
  );
  expect(svg).toContain("M4 4h7v1h-7z");
});
