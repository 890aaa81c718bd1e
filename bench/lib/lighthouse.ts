import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromiumOfOurs } from "../../scripts/lib/browser.ts";
import { ROOT } from "../../scripts/lib/steps.ts";

const run = promisify(execFile);
/**
 * Not among the dependencies: 185 MB that only this bench needs. This is the newest version that
 * works with this Chromium (147): from 13.1 on, the first navigation is aborted (ERR_ABORTED).
 */
const VERSION = "13.0.3";
const FOLDER = join(ROOT, "node_modules/.cache/club/lighthouse", VERSION);
const CLI = join(FOLDER, "node_modules/lighthouse/cli/index.js");
const MOST_BYTES = 100_000_000;

/** One Lighthouse run on a page as a mid-range phone sees it. Scores 0 to 100. */
export interface LighthouseFigures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** Ids of the audits that failed. */
  readonly failed: readonly string[];
}

interface Report {
  readonly categories: Record<string, { readonly score: number | null }>;
  readonly audits: Record<
    string,
    { readonly score: number | null; readonly numericValue?: number; readonly weight?: number }
  >;
}

/** Fetched from the registry on first use. */
async function install(): Promise<void> {
  if (existsSync(CLI)) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, "package.json"), '{"private":true}');
  const args = ["install", `lighthouse@${VERSION}`, "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", args, { cwd: FOLDER });
}

/** @param url - of a page that needs no sign-in. */
export async function lookWithLighthouse(url: string): Promise<LighthouseFigures> {
  await install();
  const { path, env } = await chromiumOfOurs();
  const folder = await mkdtemp(join(tmpdir(), "club-lighthouse-"));
  const file = join(folder, "report.json");
  const args = [
    CLI,
    url,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    "--only-categories=performance,accessibility,best-practices",
    "--chrome-flags=--headless --no-sandbox --disable-gpu",
  ];
  try {
    await run(process.execPath, args, {
      env: { ...process.env, ...env, CHROME_PATH: path },
      maxBuffer: MOST_BYTES,
    });
    return figuresOf(JSON.parse(readFileSync(file, "utf8")) as Report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf({ categories, audits }: Report): LighthouseFigures {
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    lcpMs: Math.round(value("largest-contentful-paint")),
    tbtMs: Math.round(value("total-blocking-time")),
    cls: value("cumulative-layout-shift"),
    failed: Object.entries(audits).flatMap(([id, audit]) => (audit.score === 0 ? [id] : [])),
  };
}
