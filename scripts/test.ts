import { runChecks } from "./lib/checks.ts";
import { conclude, runTests } from "./lib/steps.ts";
import type { StepResult } from "./lib/steps.ts";

/**
 * `npm test`: check, then database, browser and the short faults. Ends with "N passed, N failed".
 */
const results: StepResult[] = await runChecks();
process.env["CLUB_FAULTS"] ??= "short";
for (const project of ["db", "e2e", "faults", "waits"]) results.push(await runTests(project));
conclude(results);
