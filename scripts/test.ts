import { globSync } from "node:fs";
import { runChecks } from "./lib/checks.ts";
import { conclude, ROOT, runTests } from "./lib/steps.ts";
import type { StepResult } from "./lib/steps.ts";

/** `npm test`: check, then database, browser and the short faults. Ends with "N passed, N failed". */
const results: StepResult[] = await runChecks();
process.env["CLUB_FAULTS"] ??= "short";
results.push(await runTests("db"));
for (const [project, files] of [
  ["e2e", "e2e/**/*.e2e.ts"],
  ["faults", "faults/**/*.fault.ts"],
] as const) {
  if (globSync(files, { cwd: ROOT }).length > 0) results.push(await runTests(project));
}
conclude(results);
