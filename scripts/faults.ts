import { conclude, runTests } from "./lib/steps.ts";

/** `npm run faults [-- NAME]`: every fault at full length; `npm test` runs them short. */
process.env["CLUB_FAULTS"] ??= "full";
const names = process.argv.slice(2);
conclude([await runTests("faults", names), await runTests("waits", names)]);
