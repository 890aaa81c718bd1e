import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./run-quietly.ts";

export const ROOT = join(import.meta.dirname, "../..");

/** What one step of a check found. A tool without tests counts as one. */
export interface StepResult {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  success: boolean;
}

const REPORTS = join(ROOT, "node_modules/.cache/club");
const MS_PER_SECOND = 1000;

/** Runs a tool of node_modules and shows what it printed when it fails. */
export async function runTool(
  name: string,
  program: string,
  args: readonly string[],
): Promise<StepResult> {
  const start = performance.now();
  const { code, output } = await runNode([join(ROOT, "node_modules", program), ...args]);
  if (code !== 0) process.stdout.write(output);
  return report(name, start, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** Runs tests of one vitest project and counts them; `filters` are parts of file names. */
export async function runTests(
  project: string,
  filters: readonly string[] = [],
): Promise<StepResult> {
  const start = performance.now();
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `${project}-${process.pid}.json`);
  const program = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json"];
  const { code, output } = await runNode([
    program,
    ...args,
    `--outputFile.json=${file}`,
    "--passWithNoTests",
    ...filters,
  ]);
  const counts = readCounts(file, code);
  rmSync(file, { force: true });
  if (code !== 0) process.stdout.write(output);
  return report(`${project} tests`, start, counts);
}

/** Prints one short line per step as it ends. */
function report(
  name: string,
  start: number,
  counts: { passed: number; failed: number },
): StepResult {
  const seconds = (performance.now() - start) / MS_PER_SECOND;
  const word = counts.failed === 0 ? "ok" : "FAILED";
  const count = counts.passed + counts.failed > 1 ? `, ${counts.passed} passed` : "";
  const bad = counts.failed > 0 && count !== "" ? `, ${counts.failed} failed` : "";
  console.log(`${word.padEnd(7)}${name} (${seconds.toFixed(1)} s${count}${bad})`);
  return { name, seconds, ...counts };
}

/** Prints the last line and sets the exit code. */
export function conclude(results: readonly StepResult[]): void {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function readCounts(file: string, code: number): { passed: number; failed: number } {
  let found: VitestReport;
  try {
    found = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } catch {
    return { passed: 0, failed: code === 0 ? 0 : 1 };
  }
  // A file that cannot even be read has no failed test, and an error outside a test has no file.
  const failed = Math.max(found.numFailedTests, code === 0 ? 0 : 1);
  return { passed: found.numPassedTests, failed };
}

async function runNode(args: readonly string[]): Promise<{ code: number; output: string }> {
  return await runQuietly(args, ROOT, {
    ...process.env,
    FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
    NODE_ENV: "test",
  });
}
