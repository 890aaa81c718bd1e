import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONNECTION_KINDS } from "@club/contract";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** Per section, the level of each requirement in order. */
const levels = JSON.parse(
  readFileSync(join(import.meta.dirname, "asvs-5.0.0.json"), "utf8"),
) as Record<string, string>;

/** Those of levels 1 and 2, as "1.2.3 at level 1". */
const asked = Object.entries(levels).flatMap(([section, ofSection]) =>
  Array.from(ofSection, (level, at) => ({ name: `${section}.${at + 1} at level ${level}`, level }))
    .filter(({ level }) => Number(level) <= 2)
    .map(({ name }) => name),
);

interface Row {
  number: string;
  level: string;
  state: string;
  how: string;
}

const rows: Row[] = text
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, number = ""]) => /^\d+\.\d+\.\d+$/.test(number))
  .map(([, number = "", level = "", , state = "", how = ""]) => ({ number, level, state, how }));

/** S and D stand for the folders of the server and the domain; other paths begin at the root. */
const FOLDERS: Readonly<Record<string, string>> = {
  S: "apps/server/src",
  D: "packages/domain/src",
  "": "",
};
const FILE = /([SD]?)`((?:\/|apps\/|packages\/|scripts\/|e2e\/|faults\/)[\w./-]+\.tsx?)`/g;
const files = Array.from(text.matchAll(FILE), ([, folder = "", path = ""]) =>
  join(FOLDERS[folder] ?? "", path),
);

test("the list is that of the standard: 70 requirements at level 1, 183 at 2, 92 at 3", () => {
  const all = Object.values(levels).join("");
  expect(["1", "2", "3"].map((level) => all.split(level).length - 1)).toEqual([70, 183, 92]);
});

test("every requirement of levels 1 and 2 has one row, in order, with its level", () => {
  expect(rows.map(({ number, level }) => `${number} at level ${level}`)).toEqual(asked);
});

test("every row has a state and says how or why", () => {
  const states = ["met", "in part", "not met", "keeper", "n/a"];
  expect(rows.filter(({ state, how }) => !states.includes(state) || how === "")).toEqual([]);
});

test("what is not met, or in part, is what stands under Open", () => {
  const [, open = ""] = text.split("\n## Open\n");
  const listed = Array.from(open.matchAll(/\*\*([\d.]+)\*\*/g), ([, number]) => number);
  const missing = rows.filter(({ state }) => state === "in part" || state === "not met");
  expect(listed).toHaveLength(missing.length);
  expect(new Set(listed)).toEqual(new Set(missing.map(({ number }) => number)));
});

test("every file that is named is there, tests of each kind among them", () => {
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  for (const kind of [".test.ts", ".e2e.ts", ".fault.ts"])
    expect(files.some((path) => path.endsWith(kind))).toBe(true);
});

test("every kind of connection stands in the table of connections", () => {
  const [, connections = ""] = text.split("\n## Connections\n");
  const [table = ""] = connections.split("\n## ");
  expect(CONNECTION_KINDS.filter((kind) => !table.includes(`connection \`${kind}\``))).toEqual([]);
});
