import { consoleEnglish } from "@club/i18n/console";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Server names that the console words. A name without words would be shown as it is. */
const NAMED = [
  ["approvalKind", "apps/server/src/**/*.ts", /defineApproval\(\{\s*kind: "([^"]+)"/g],
  ["check", "apps/server/src/proofs/checks/*.check.ts", /^ {2}name: "([^"]+)"/gm],
] as const;

test.each(NAMED)("every name of %s has its words", (prefix, files, pattern) => {
  const names = globSync(files).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name]) => `${prefix}.${name ?? ""}`),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((key) => !(key in consoleEnglish))).toEqual([]);
});
