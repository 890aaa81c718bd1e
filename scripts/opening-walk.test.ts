import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* docs/opening.md is a walk of at most 30 minutes, and e2e/opening.e2e.ts follows each of its steps. */

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const MOST_MINUTES = 30;

const steps = [...read("docs/opening.md").matchAll(/^## (\d+)\. .*\((\d+) minutes\)$/gm)];

test("an empty club is open after at most 30 minutes", () => {
  const minutes = steps.map(([, , each]) => Number(each));
  expect(minutes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_MINUTES);
});

test("each step of it is walked in the browser, in its order", () => {
  const walked = read("e2e/opening.e2e.ts").matchAll(/^test\("(\d+)\./gm);
  const numbers = [...new Set([...walked].map(([, number]) => number))];
  expect(numbers).toEqual(steps.map(([, number]) => number));
  expect(numbers.length).toBeGreaterThan(0);
});
