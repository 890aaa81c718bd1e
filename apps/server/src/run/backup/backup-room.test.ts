import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireRoom } from "./backup-room.ts";
import { MANIFEST, PACK } from "./manifest.ts";

/** More than any disk has. */
const HUGE = 1e18;

let into: string;
beforeEach(() => {
  into = mkdtempSync(join(tmpdir(), "club-room-"));
});
afterEach(() => rmSync(into, { recursive: true }));

function put(name: string, ...files: string[]): void {
  mkdirSync(join(into, name));
  for (const file of files) writeFileSync(join(into, name, file), "small");
}

test("a first backup needs as much room as the database has", async () => {
  await requireRoom(into, 1000);
  await expect(requireRoom(into, HUGE)).rejects.toThrow(
    /^There is no room for a backup in .+: it takes about 1000000000000 MB, and \d+ MB are free\./,
  );
});

test("a later one as much as the last one, and one that broke off is none", async () => {
  put("2026-11-21T04-00-00-000Z", PACK);
  await expect(requireRoom(into, HUGE)).rejects.toThrow("There is no room");
  put("2026-11-20T04-00-00-000Z", PACK, MANIFEST);
  await requireRoom(into, HUGE);
});
