import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OWN_PARTS } from "./production-packages.ts";
import { ROOT } from "./steps.ts";

const NOT_RUN = /\.test\.tsx?$|\/(test|fixtures)\//;

test("whatever of our own a part of the release asks for is in the release", () => {
  const names = OWN_PARTS.map((part) => {
    const text = readFileSync(join(ROOT, part, "package.json"), "utf8");
    return (JSON.parse(text) as { name: string }).name;
  });
  const asked = OWN_PARTS.flatMap((part) => globSync(`${part}/src/**/*.ts`, { cwd: ROOT }))
    .filter((file) => !NOT_RUN.test(file))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), "utf8").matchAll(/(?:from|import\() ?"(@club\/[\w-]+)/g),
    ])
    .map(([, name]) => name);
  expect(asked).toContain("@club/domain");
  expect(names).toEqual(expect.arrayContaining([...new Set(asked)]));
});
