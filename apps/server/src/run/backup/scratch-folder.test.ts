import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { makeScratch } from "./scratch-folder.ts";

test("what a killed proof left goes with the next one after a day; younger ones and others stay", async () => {
  const parent = await mkdtemp(join(tmpdir(), "scratch-test-"));
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of ["club-proof-old", "club-proof-young", "something-old"]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, "file"), "a copy of a club");
    if (name.endsWith("old")) await utimes(join(parent, name), longAgo, longAgo);
  }
  const made = await makeScratch(parent);
  // The whole club is in it for a while.
  expect((await stat(made)).mode & 0o007).toBe(0);
  expect((await readdir(parent)).toSorted()).toEqual(
    [basename(made), "club-proof-young", "something-old"].toSorted(),
  );
  await rm(parent, { recursive: true });
});
