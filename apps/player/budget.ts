import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

/**
 * What home may fetch of scripts until its board stands and 3 s after, compressed as the server
 * sends it. A browser's real load is held to it (e2e/weight.e2e.ts).
 */
export const FETCHED_BUDGET = 95_000;
export const REQUESTS_BUDGET = 12;
/** The first page's texts in another language than English. */
export const LANGUAGE_BUDGET = 2000;

/** What the first drawing may weigh: the build itself fails above it. */
export const SCRIPT_BUDGET_BYTES = 90_000;
export const STYLE_BUDGET_BYTES = 10_000;

export interface Weights {
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type BuildManifest = Readonly<Record<string, Chunk>>;

/**
 * Weighs everything that the home page loads before it is drawn: the entry, what it imports, and
 * their styles. What it fetches after that is counted by the browser's load.
 */
export function weigh(outDir: string): Weights {
  const path = resolve(outDir, ".vite/manifest.json");
  const chunks = JSON.parse(readFileSync(path, "utf8")) as BuildManifest;
  const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry === true);
  if (entry === undefined) throw new Error(`No entry in ${path}.`);
  const reached = reach(chunks, entry);
  const files = [...reached].map((name) => {
    return { name, bytes: brotliCompressSync(readFileSync(resolve(outDir, name))).length };
  });
  const sum = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).reduce((all, { bytes }) => all + bytes, 0);
  return { scriptBytes: sum(".js"), styleBytes: sum(".css"), files };
}

function reach(chunks: BuildManifest, from: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[from];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const next of chunk.imports ?? []) reach(chunks, next, seen);
  return seen;
}

/** Throws when the built home page is over its budget. */
export function checkBudget(outDir: string): Weights {
  const weights = weigh(outDir);
  const over = [
    ["script", weights.scriptBytes, SCRIPT_BUDGET_BYTES] as const,
    ["style", weights.styleBytes, STYLE_BUDGET_BYTES] as const,
  ].filter(([, bytes, most]) => bytes > most);
  if (over.length === 0) return weights;
  const parts = over.map(([what, bytes, most]) => `${what} ${bytes} of ${most} bytes`);
  throw new Error(`The home page is over its budget: ${parts.join(", ")} (brotli).`);
}

/** The build fails when the home page is too heavy, and says its weight when it is not. */
export function budget(): Plugin {
  let outDir = "";
  return {
    name: "club-budget",
    apply: "build",
    config: () => ({ build: { manifest: true } }),
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler() {
        if (!readdirSync(outDir).includes(".vite")) return;
        const { scriptBytes, styleBytes } = checkBudget(outDir);
        this.info(`home page: ${scriptBytes} bytes of script, ${styleBytes} of style (brotli)`);
      },
    },
  };
}
