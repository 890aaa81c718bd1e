import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipOf } from "node:zlib";
import { ROOT, runQuietly } from "./steps.ts";

export const APPS = ["player", "console"] as const;

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipOf);

const STAMP = ".sources";
const TEXTS = "**/*.{js,css,html,svg,json,webmanifest,txt}";
/** A smaller text fits into one packet anyway. */
const LEAST_BYTES = 1200;
const SOURCES = [
  "packages/*/src/**/*",
  "packages/*/package.json",
  "package-lock.json",
  "scripts/lib/build-apps.ts",
  "tsconfig.json",
];

/** Builds the apps whose dist is missing or out of date. @returns a sentence when one fails. */
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
  // Test runs too serve the production build, which is the one that the budget counts.
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await runQuietly([program, "build", "--logLevel", "warn"], folder, env);
  if (code !== 0) return `${output}\nThe ${app} app cannot be built.`;
  mkdirSync(dist, { recursive: true });
  await compressFiles(dist);
  writeFileSync(stamp, sources);
  return undefined;
}

/** Adds brotli and gzip copies of every text, each as small as possible. */
async function compressFiles(dist: string): Promise<void> {
  const files = globSync(TEXTS, { cwd: dist }).map((file) => join(dist, file));
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file);
      if (text.length < LEAST_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${file}.br`, await brotli(text, { params }));
      writeFileSync(`${file}.gz`, await gzip(text, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
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
