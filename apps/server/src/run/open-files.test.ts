import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFilesWarning } from "./open-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "club-limits-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** In Linux's format: soft limit, hard limit, unit. */
function limits(soft: string): string {
  const path = join(folder, soft);
  writeFileSync(
    path,
    `Limit                     Soft Limit           Hard Limit           Units     
Max processes             100                  100                  processes 
Max open files            ${soft.padEnd(20)} 1048576              files     
Max locked memory         8388608              8388608              bytes     
`,
  );
  return path;
}

test.each([
  ["1024", /may open 1024 files/],
  ["16383", /may open 16383 files/],
])("%s open files are too few", (soft, sentence) => {
  expect(openFilesWarning(limits(soft))).toMatch(sentence);
});

test.each(["16384", "1048576", "unlimited"])("%s open files are enough", (soft) => {
  expect(openFilesWarning(limits(soft))).toBeNull();
});

test("a system that does not say is not warned of", () => {
  expect(openFilesWarning(join(folder, "nowhere"))).toBeNull();
  writeFileSync(join(folder, "other"), "Max processes 1 1 processes\n");
  expect(openFilesWarning(join(folder, "other"))).toBeNull();
});
