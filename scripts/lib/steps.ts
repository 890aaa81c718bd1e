import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { failedTests, lastWords, unhandledErrors, unsteadyTests } from "./failures.ts";
import type { VitestReport } from "./failures.ts";

export const ROOT = join(import.meta.dirname, "../..");

/** What one step of a check found. A tool without tests counts as one. */
export interface StepResult {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** One line for each thing that failed. */
  failures: readonly string[];
  /** One line for each test that needed a second try: each is a defect, of the club or of the test. */
  unsteady?: readonly string[];
}

type Found = Pick<StepResult, "passed" | "failed" | "failures" | "unsteady">;

const REPORTS = join(ROOT, "node_modules/.cache/club");
const MS_PER_SECOND = 1000;
/** Per step; the log above has them all. */
const NAMED_FAILURES = 12;

/** Runs a tool of node_modules and shows what it printed when it fails. */
export async function runTool(
  name: string,
  program: string,
  args: readonly string[],
): Promise<StepResult> {
  const start = performance.now();
  const { code, output } = await runNode([join(ROOT, "node_modules", program), ...args]);
  if (code !== 0) process.stdout.write(output);
  const found =
    code === 0
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: lastWords(output) };
  return report(name, start, found);
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
  const found = readReport(file, { code, output });
  rmSync(file, { force: true });
  if (code !== 0) process.stdout.write(output);
  return report(`${project} tests`, start, found);
}

/** Prints one short line per step as it ends. */
function report(name: string, start: number, found: Found): StepResult {
  const seconds = (performance.now() - start) / MS_PER_SECOND;
  const word = found.failed === 0 ? "ok" : "FAILED";
  const count = found.passed + found.failed > 1 ? `, ${found.passed} passed` : "";
  const bad = found.failed > 0 && count !== "" ? `, ${found.failed} failed` : "";
  console.log(`${word.padEnd(7)}${name} (${seconds.toFixed(1)} s${count}${bad})`);
  return { name, seconds, ...found };
}

/** Names what failed, so that the end of a log is enough. Then the last line and the exit code. */
export function conclude(results: readonly StepResult[]): void {
  for (const { name, failures, unsteady = [] } of results) {
    list(`UNSTEADY (green at the second try) ${name}`, unsteady);
    list(`FAILED ${name}`, failures);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines.slice(0, NAMED_FAILURES)) console.log(`  ${line}`);
  const more = lines.length - NAMED_FAILURES;
  if (more > 0) console.log(`  and ${more} more`);
}

function readReport(file: string, run: { code: number; output: string }): Found {
  const { code, output } = run;
  const outside = code === 0 ? [] : unhandledErrors(output);
  let found: VitestReport;
  try {
    found = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } catch {
    const failures = code === 0 ? [] : [...outside, ...lastWords(output)];
    return { passed: 0, failed: code === 0 ? 0 : 1, failures };
  }
  const named = [...failedTests(found, ROOT), ...outside];
  const failures = named.length === 0 && code !== 0 ? lastWords(output) : named;
  // A file that cannot be loaded has no failed test, and an error outside a test has no file.
  const failed = Math.max(found.numFailedTests, code === 0 ? 0 : 1);
  return {
    passed: found.numPassedTests,
    failed,
    failures,
    unsteady: unsteadyTests(found, ROOT),
  };
}

async function runNode(args: readonly string[]): Promise<{ code: number; output: string }> {
  return await runQuietly(args, ROOT, {
    ...process.env,
    FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
    NODE_ENV: "test",
  });
}

/** Runs a program with Node to its end and collects its output. */
export async function runQuietly(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number; output: string }> {
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
