import { runChecks } from "./lib/checks.ts";
import { conclude } from "./lib/steps.ts";

/** `npm run check`: everything that needs neither database nor browser, in under a minute. */
conclude(await runChecks());
