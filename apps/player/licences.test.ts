import { join } from "node:path";
import { expect, test } from "vitest";
import { readLicences } from "./licences.ts";

const LOCK = join(import.meta.dirname, "../../package-lock.json");

test("every package that the product runs with has a licence that allows it", () => {
  const all = readLicences(LOCK);
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["react", "fastify", "pg", "zod"]));
  expect(names).toContain("@fontsource/barlow-condensed");
  // What only builds and tests is no part of the product.
  for (const tool of ["vitest", "oxlint", "typescript"]) expect(names).not.toContain(tool);
  expect(new Set(all.map(({ name, version }) => `${name} ${version}`)).size).toBe(all.length);
  const strict = all.filter(({ licence }) => /(?<!L)GPL|SSPL|BUSL|UNLICENSED/i.test(licence));
  expect(strict).toEqual([]);
});
