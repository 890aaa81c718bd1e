import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONDITIONS } from "./conditions.ts";

const OPERATIONS = readFileSync(
  join(import.meta.dirname, "../../../../../docs/operations.md"),
  "utf8",
);

test("what to do about each is a line of docs/operations.md", () => {
  const lines = OPERATIONS.split("\n").filter((line) => line.startsWith("| `"));
  for (const { name, todo } of CONDITIONS) {
    const line = lines.find((each) => each.startsWith(`| \`${name}\` `));
    expect(line, name).toContain(todo);
  }
  expect(new Set(CONDITIONS.map(({ name }) => name)).size).toBe(CONDITIONS.length);
});
