import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./run-quietly.ts";
import { ROOT } from "./steps.ts";

export const APPS = ["player", "console"] as const;

const STAMP = ".sources";
const SOURCES = [
  "packages/*/src/**/*",
  "packages/*/package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Builds the apps whose dist is missing or older than its sources. @returns a sentence when one fails. */
export async function buildApps(force = false): Promise<string | undefined> {
  for (const app of APPS) {
    const sentence = await buildApp(app, force);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

async function buildApp(app: string, force: boolean): Promise<string | undefined> {
  const folder = join(ROOT, "apps", app);
  if (!existsSync(join(folder, "vite.config.ts"))) return undefined;
  const dist = join(folder, "dist");
  const sources = hashOf([...SOURCES, `apps/${app}/{*.*,src/**/*,public/**/*}`]);
  const stamp = join(dist, STAMP);
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return undefined;
  console.log(`Building the ${app} app ...`);
  const program = join(ROOT, "node_modules/vite/bin/vite.js");
  // Whoever builds, a test run too: what is served is the production build, the one the budget counts.
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await runQuietly([program, "build", "--logLevel", "warn"], folder, env);
  if (code !== 0) return `${output}\nThe ${app} app cannot be built.`;
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, sources);
  return undefined;
}

/** One fingerprint of every file that goes into an app. */
function hashOf(patterns: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync([...patterns], { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted())
    hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest("hex");
}
