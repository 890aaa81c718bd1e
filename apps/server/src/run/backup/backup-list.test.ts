import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backupsOf, forgetBackups, forgetHalves, logArchiveOf } from "./backup-list.ts";
import { MANIFEST, PACK, PROVED } from "./manifest.ts";

let dataDir: string;
let backups: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "club-kept-"));
  backups = backupsOf(dataDir);
  mkdirSync(logArchiveOf(backups), { recursive: true });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** A backup of a day, which needs the log from the piece of that number on. */
function put(day: number, isProved: boolean): void {
  const folder = join(backups, `day-${day}`);
  mkdirSync(folder);
  const taken_at = `2026-11-0${day}T04:00:00.000Z`;
  const files = [{ path: `pg_wal/${piece(day)}`, pieces: [] }];
  writeFileSync(join(folder, MANIFEST), `mac\n${JSON.stringify({ format: 1, taken_at, files })}\n`);
  writeFileSync(join(folder, PACK), "");
  if (isProved) writeFileSync(join(folder, PROVED), "{}");
}

const piece = (number: number, timeline = 1): string =>
  `0000000${timeline}000000000000000${number}`;
const kept = (): string[] => readdirSync(backups).filter((name) => name.startsWith("day-"));

test("the newest are kept, and the newest that was proved, whatever its age", async () => {
  for (const day of [1, 2, 3, 4, 5, 6]) put(day, day <= 2);
  await forgetBackups(dataDir, 3);
  expect(kept()).toEqual(["day-2", "day-4", "day-5", "day-6"]);
  put(7, true);
  await forgetBackups(dataDir, 3);
  expect(kept()).toEqual(["day-5", "day-6", "day-7"]);
});

test("the log is kept from the oldest kept backup on, over all timelines, with their histories", async () => {
  for (const day of [3, 5]) put(day, true);
  const log = logArchiveOf(backups);
  for (const name of [piece(2), piece(3), piece(4), piece(2, 2), piece(6, 2), "00000002.history"]) {
    writeFileSync(join(log, `${name}.zst`), "");
  }
  await forgetBackups(dataDir, 2);
  expect(readdirSync(log)).toEqual(
    ["00000002.history", piece(3), piece(4), piece(6, 2)].map((name) => `${name}.zst`).toSorted(),
  );
  rmSync(join(backups, "day-3"), { recursive: true });
  rmSync(join(backups, "day-5"), { recursive: true });
  await forgetBackups(dataDir, 2);
  expect(readdirSync(log), "without a backup nothing is forgotten").toHaveLength(4);
});

test("what broke off is removed before the next one; one that is being taken, and a whole one, are not", async () => {
  put(1, false);
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of ["day-8", "day-9"]) {
    mkdirSync(join(backups, name));
    writeFileSync(join(backups, name, PACK), "half");
  }
  for (const name of ["day-1", "day-8"]) utimesSync(join(backups, name, PACK), longAgo, longAgo);
  await forgetHalves(dataDir);
  expect(kept()).toEqual(["day-1", "day-9"]);
});
