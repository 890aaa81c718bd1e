import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findUnreplayed } from "./replayed-log.ts";

let place: string;
let log: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "club-replayed-"));
  log = join(place, "log");
  for (const folder of [log, join(place, "pg_wal")]) mkdirSync(folder);
});
afterEach(() => rmSync(place, { recursive: true }));

const left = (name: string, ...lines: string[]): void =>
  writeFileSync(join(place, "pg_wal", name), lines.map((line) => `${line}\n`).join(""));
const archived = (...names: string[]): void => {
  for (const name of names) writeFileSync(join(log, `${name}.zst`), "");
};

test.each([
  ["in the last piece", "1\t0/7000148\tno recovery target specified"],
  ["at its very end", "1\t0/8000000\tno recovery target specified"],
])("all was replayed: it ended %s", async (_where, line) => {
  left("00000002.history", line);
  archived("000000010000000000000006", "000000010000000000000007");
  expect(await findUnreplayed(place, log)).toBeNull();
});

test.each([
  ["000000010000000000000006"],
  ["00000001000000000000000A"],
  ["000000010000000100000000"],
  ["000000020000000000000006"],
])("a piece is missing, and %s comes after it", async (later) => {
  left("00000002.history", "1\t0/5000000\tno recovery target specified");
  archived("000000010000000000000004", later);
  expect(await findUnreplayed(place, log)).toBe(
    `the log in ${log} goes on to ${later}.zst, and was replayed only up to 0/5000000, where a piece of it is missing`,
  );
});

test("what a timeline wrote after it was left is no part of the log, nor are histories and drafts", async () => {
  left("00000002.history", "1\t0/5000148\tbefore 2026-11-20");
  left("00000003.history", "1\t0/5000148\tbefore", "2\t0/7000148\tno recovery target specified");
  archived("000000010000000000000009", "000000020000000000000007", "00000002.history");
  archived("000000020000000000000008.zst.new");
  expect(await findUnreplayed(place, log)).toBeNull();
});

test("a cluster that does not say how far it came is not taken for whole", async () => {
  expect(await findUnreplayed(place, log)).toMatch(/cannot be told/);
});
