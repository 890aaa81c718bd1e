import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backupsOf, listBackups } from "./backup-list.ts";
import { askForBackup, isBackupAsked, noteBackup, readLast } from "./backup-wish.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wish-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("one is asked for once, until it is done", async () => {
  expect([await isBackupAsked(folder), await readLast(folder)]).toEqual([false, null]);
  const asked = await Promise.all([1, 2, 3].map(async () => await askForBackup(folder)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect([await isBackupAsked(folder), await askForBackup(folder)]).toEqual([true, false]);
  await noteBackup(folder, null);
  expect(await isBackupAsked(folder)).toBe(false);
  expect(await readLast(folder)).toEqual({ ended_at: expect.any(String), failure: null });
  expect(await listBackups(folder)).toEqual([]);
});

test("one that failed says why, and is not tried for ever", async () => {
  await askForBackup(folder);
  await noteBackup(folder, "no room");
  expect(await readLast(folder)).toMatchObject({ failure: "no room" });
  expect(await isBackupAsked(folder)).toBe(false);
});

test("a note that cannot be read is none", async () => {
  await noteBackup(folder, null);
  writeFileSync(join(backupsOf(folder), "last.json"), "{");
  expect(await readLast(folder)).toBeNull();
});
