import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { settle } from "./tour.ts";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds wrong with the page once nothing in it moves, one line per rule and element. Open
 * the window `withoutPolicy`, since axe is injected.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await settle(page);
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(SOURCE);
  return await page.evaluate(async (values) => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    // What passes is neither worked out whole nor brought over: that takes longer than the rules.
    const { violations } = await here.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  }, RULES);
}
