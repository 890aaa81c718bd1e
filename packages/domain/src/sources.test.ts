import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const SRC = new URL("./", import.meta.url);
const RULES = new URL("../../../docs/rules/", import.meta.url);

/** Every page and heading that a docstring names, "pools.md, Dividends". */
const named = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, SRC), "utf8").replaceAll(/\s*\n\s*\*\s*/g, " ");
    return [...text.matchAll(/docs\/rules\/([a-z-]+\.md)(?:, "([^"]+)")?/g)].map(
      ([, page, heading]) => [file, page ?? "", heading ?? ""] as const,
    );
  });

test("the docstrings name their sources", () => expect(named.length).toBeGreaterThan(40));

test.each(named)("%s: %s has %j", (_, page, heading) => {
  const headings = readFileSync(new URL(page, RULES), "utf8").match(/^#+ .*$/gm) ?? [];
  if (heading !== "") expect(headings).toContain(`## ${heading}`);
});
