import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprint, install, isInstalled, isSameInstall, nodeOutside } from "./bootstrap.mjs";

const LOCK = {
  packages: {
    "": { version: "1" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/mac": { version: "1.0.0", integrity: "sha512-m", optional: true },
  },
};
const FOUND = { packages: { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } } };

let root: string;
beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  root = mkdtempSync(join(tmpdir(), "club-bootstrap-"));
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  put("package-lock.json", JSON.stringify(LOCK));
  put("node_modules/.bin/node", "");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

test("nothing is installed", () => {
  expect(isInstalled(root)).toBe(false);
});

test("the stamp decides", () => {
  put("node_modules/.club-lock", fingerprint(JSON.stringify(LOCK)));
  expect(isInstalled(root)).toBe(true);
  put("package-lock.json", JSON.stringify({ ...LOCK, lockfileVersion: 3 }));
  expect(isInstalled(root)).toBe(false);
});

test("a stamp without the programs is a broken install", () => {
  put("node_modules/.club-lock", fingerprint(JSON.stringify(LOCK)));
  rmSync(join(root, "node_modules/.bin/node"));
  expect(isInstalled(root)).toBe(false);
});

test("an install by hand is known by npm's own list", () => {
  put("node_modules/.package-lock.json", JSON.stringify(FOUND));
  expect(isInstalled(root)).toBe(true);
});

test.each([
  ["a package of another system may lack", FOUND, true],
  ["one of ours may not", { packages: {} }, false],
  ["another version", { packages: { "node_modules/a": { version: "2" } } }, false],
  ["one too many", { packages: { ...FOUND.packages, "node_modules/b": { version: "1" } } }, false],
])("%s", (_name, found, expected) => {
  expect(isSameInstall(LOCK, found)).toBe(expected);
});

/** An npm that answers as told and remembers what it was asked. */
function npmThat(...answers: (() => { status: number; output: string })[]) {
  const asked: string[] = [];
  const run = (_root: string, args: string[]): { status: number; output: string } => {
    asked.push(args.slice(0, 2).join(" "));
    return answers.shift()?.() ?? { status: 1, output: "asked too often" };
  };
  return { asked, run };
}

const works = (): { status: number; output: string } => ({ status: 0, output: "" });
const isAway = (): { status: number; output: string } => ({ status: 1, output: "ENOTFOUND" });
const minds = (): { status: number; output: string } => ({ status: 1, output: "code EUSAGE" });

test("a failed install leaves no stamp and one sentence; the next one is done again", () => {
  put("node_modules/.club-lock", "old");
  const { asked, run } = npmThat(isAway, works);
  expect(install(root, run)).toMatch(/^The install did not work .*\.$/);
  expect(existsSync(join(root, "node_modules/.club-lock"))).toBe(false);
  expect(isInstalled(root)).toBe(false);
  expect(install(root, run)).toBeUndefined();
  expect(isInstalled(root)).toBe(true);
  expect(asked).toEqual(["ci --include=dev", "ci --include=dev"]);
});

test.each([
  ["npm error code EROFS", /cannot be written: start from a copy/],
  ["npm error code ENOSPC", /^The disk is full/],
  ["npm error code ENOTFOUND", /check the connection to the npm registry/],
])("%s: says what helps", (output, sentence) => {
  const { run } = npmThat(() => ({ status: 1, output }));
  expect(install(root, run)).toMatch(sentence);
});

test.each([
  ["the same versions by npm install pass", FOUND, undefined],
  ["others do not", { packages: {} }, expect.stringContaining("do not belong together")],
])("a lock without other systems' programs: %s", (_name, found, sentence) => {
  const { asked, run } = npmThat(minds, () => {
    mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
    put("node_modules/.bin/node", "");
    put("node_modules/.package-lock.json", JSON.stringify(found));
    return works();
  });
  expect(install(root, run)).toEqual(sentence);
  expect(asked).toEqual(["ci --include=dev", "install --no-save"]);
});

test("npm is never run by the Node that its install takes away", () => {
  const ours = join(root, "node_modules/.bin");
  const theirs = join(root, "elsewhere");
  mkdirSync(ours, { recursive: true });
  put("node_modules/.bin/node", "");
  mkdirSync(theirs);
  put("elsewhere/node", "");
  const path = [ours, theirs].join(delimiter);
  const started = join(ours, "node");
  expect(nodeOutside(root, { path, started })).toBe(join(theirs, "node"));
  expect(nodeOutside(root, { path, started: "/usr/bin/node" })).toBe("/usr/bin/node");
});

test("code, arguments and signals go through", () => {
  cpSync(join(import.meta.dirname, "bootstrap.mjs"), join(root, "scripts/bootstrap.mjs"));
  rmSync(join(root, "node_modules/.bin/node"));
  cpSync(process.execPath, join(root, "node_modules/.bin/node"));
  put("node_modules/.club-lock", fingerprint(JSON.stringify(LOCK)));
  put("scripts/say.ts", "console.log(process.argv.slice(2).join() as string); process.exit(7);");
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(root, "scripts/bootstrap.mjs"), ...args], {
      encoding: "utf8",
    });
  expect(run("say", "a", "b c")).toMatchObject({ status: 7, stdout: "a,b c\n" });
  expect(run("nothing")).toMatchObject({
    status: 1,
    stderr: 'There is no command "nothing": see the scripts in package.json.\n',
  });
});
