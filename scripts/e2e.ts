import { conclude, runTests } from "./lib/steps.ts";

/** `npm run e2e [-- NAME]`: the journeys in a browser. */
conclude([await runTests("e2e", process.argv.slice(2))]);
