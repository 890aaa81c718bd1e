import { sampledTests } from "./lib/sampled-tests.ts";
import { conclude, runTests, type StepResult } from "./lib/steps.ts";

/**
 * `npm run faults [-- NAME]`: every fault, and every database test and journey of which `npm test`
 * plays a part, at full length.
 */
process.env["CLUB_FAULTS"] ??= "full";
const names = process.argv.slice(2);
const results: StepResult[] = [];
for (const project of ["faults", "waits"]) results.push(await runTests(project, names));
for (const project of ["db", "e2e"] as const) {
  const sampled = sampledTests(project, names);
  // Without a name of a file all of them would run.
  if (sampled.length > 0) results.push(await runTests(project, sampled));
}
conclude(results);
