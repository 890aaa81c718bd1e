import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/* The program as PostgreSQL runs it: what counts is how it exits and what lies there then. */

const PROGRAM = fileURLToPath(new URL("archive-log.ts", import.meta.url));
const NAME = "000000010000000000000005";

let place: string;
let piece: string;
let stored: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "club-log-"));
  piece = join(place, NAME);
  stored = join(place, `${NAME}.zst`);
});
afterEach(() => rmSync(place, { recursive: true }));

function run(verb: "store" | "fetch", from: string, to: string) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, verb, from, to]);
  return { status, said: stderr.toString() };
}

const fetched = (): string => {
  const out = join(place, "out");
  expect(run("fetch", join(place, NAME), out).status).toBe(0);
  return readFileSync(out, "utf8");
};

test("a piece that is stored is there, also when it is asked for again", () => {
  writeFileSync(piece, "a piece of the log");
  for (const _ of [1, 2]) expect(run("store", piece, place).status).toBe(0);
  expect(fetched()).toBe("a piece of the log");
});

test("a piece with another content is never overwritten, by no club", () => {
  writeFileSync(piece, "of the club that was");
  run("store", piece, place);
  writeFileSync(piece, "of the club restored");
  const { status, said } = run("store", piece, place);
  expect(status).toBe(1);
  expect(said).toContain("is there already with another content");
  expect(fetched()).toBe("of the club that was");
  expect(readdirSync(place)).not.toContain(`${NAME}.zst.new`);
});

test("one piece more than there is, is the end of the archive; a damaged one stops the recovery", () => {
  expect(run("fetch", piece, join(place, "out"))).toEqual({ status: 1, said: "" });
  writeFileSync(piece, "a piece of the log".repeat(100));
  run("store", piece, place);
  const whole = readFileSync(stored);
  for (const damaged of [Buffer.alloc(whole.length, 1), whole.subarray(0, whole.length / 2)]) {
    writeFileSync(stored, damaged);
    expect(run("fetch", piece, join(place, "out")).status).toBe(200);
  }
});
