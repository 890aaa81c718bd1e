import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const helpOf = (program: string, word: string): string =>
  execFileSync(process.execPath, [join(ROOT, "scripts", program), word], { encoding: "utf8" });

test.each([
  ["bench.ts", "--help"],
  ["bench.ts", "help"],
  ["club.ts", "help"],
  ["club.ts", "--help"],
  ["club-check.ts", "help"],
])("%s %s prints how it is used and ends with 0, without a club", (program, word) => {
  expect(helpOf(program, word)).toContain(program === "club-check.ts" ? "club-check" : "npm run");
});

test("club --version says the release of package.json, and nothing else", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(helpOf("club.ts", "--version")).toBe(`${version}\n`);
});

test("every bench is named with what it measures", () => {
  const help = helpOf("bench.ts", "--help");
  for (const file of globSync("bench/*.bench.ts", { cwd: ROOT })) {
    const line = help.split("\n").find((one) => one.trim().startsWith(basename(file, ".bench.ts")));
    expect(line?.trim().split(/\s+/).length ?? 0, file).toBeGreaterThan(4);
  }
});
