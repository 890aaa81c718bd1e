import { runTests, runTool } from "./steps.ts";
import type { StepResult } from "./steps.ts";

const OXFMT = "oxfmt/bin/oxfmt";
const OXLINT = "oxlint/bin/oxlint";
const TSC = "typescript/bin/tsc";

/**
 * Format, types, lint, the table of settings, unit and law tests (the arrows are one of them), in
 * two lanes for two cores.
 */
export async function runChecks(): Promise<StepResult[]> {
  const [code, tests] = await Promise.all([readCode(), runTests("unit")]);
  return [...code, tests];
}

async function readCode(): Promise<StepResult[]> {
  return [
    await runTool("types", TSC, ["--noEmit"]),
    await runTool("lint", OXLINT, ["--deny-warnings"]),
    await runTool("format", OXFMT, ["--check", "."]),
    await runTool("settings table", "../scripts/docs.ts", ["--check"]),
  ];
}
