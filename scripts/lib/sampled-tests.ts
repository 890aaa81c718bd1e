import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LONG_TESTS } from "./long-tests.ts";
import { ROOT } from "./steps.ts";

const TESTS = {
  db: "{packages,apps,scripts}/**/*.db.test.ts",
  e2e: "e2e/*.e2e.ts",
} as const;
/** They import test/sample.ts, or what shares out the tour of all screens by it. */
const SAMPLED = /\/sample\.ts"|\bstopsOf\b/;

/**
 * The tests of a project of which `npm test` plays a part or nothing. With filters, those that have
 * one of them in their path.
 */
export function sampledTests(
  project: keyof typeof TESTS,
  filters: readonly string[] = [],
): string[] {
  return globSync(TESTS[project], { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .filter((file) => isLong(project, file) || SAMPLED.test(readFileSync(join(ROOT, file), "utf8")))
    .toSorted();
}

const isLong = (project: keyof typeof TESTS, file: string): boolean =>
  (LONG_TESTS[project] as readonly string[]).includes(file);
