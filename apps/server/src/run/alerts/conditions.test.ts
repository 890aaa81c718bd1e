import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALERTS } from "@club/contract";
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
  expect(CONDITIONS.map(({ name }) => name).toSorted()).toEqual([...ALERTS].toSorted());
});
