import { conclude, runTests } from "./lib/steps.ts";

/** `npm run faults [-- NAME]`: every fault at full length; `npm test` runs them short. */
process.env["CLUB_FAULTS"] ??= "full";
conclude([await runTests("faults", process.argv.slice(2))]);
