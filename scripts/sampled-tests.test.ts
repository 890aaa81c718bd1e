import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BEGUN_FIRST, LONG_TESTS } from "./lib/long-tests.ts";
import { sampledTests } from "./lib/sampled-tests.ts";

const ROOT = join(import.meta.dirname, "..");

test("npm run faults finds each test that is shorter in npm test, by name too", () => {
  const all = sampledTests("db");
  expect(all).toContain("apps/server/src/racing/corrections/correct-race.db.test.ts");
  expect(all.length).toBeGreaterThan(5);
  expect(sampledTests("db", ["correct-race", "walk"])).toEqual([
    "apps/server/src/racing/corrections/correct-race.db.test.ts",
  ]);
  expect(sampledTests("e2e", ["axe", "weight"])).toEqual(["e2e/axe.e2e.ts"]);
  expect(sampledTests("db", ["no such test"])).toEqual([]);
});

test("each test that npm test leaves out, or begins first, is there, and npm run faults plays the former", () => {
  const there = (files: readonly string[]) => files.filter((file) => existsSync(join(ROOT, file)));
  for (const files of [...Object.values(LONG_TESTS), BEGUN_FIRST]) {
    expect(there(files)).toEqual(files);
  }
  for (const project of ["db", "e2e"] as const) {
    expect(sampledTests(project)).toEqual(expect.arrayContaining([...LONG_TESTS[project]]));
  }
});

test("no database test asks by itself how long it may be", () => {
  const asking = globSync("{packages,apps,scripts}/**/*.db.test.ts", {
    cwd: ROOT,
    exclude: ["**/node_modules/**"],
  }).filter((file) => readFileSync(join(ROOT, file), "utf8").includes('env["CLUB_FAULTS"]'));
  expect(asking).toEqual([]);
});
