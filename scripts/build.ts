import { buildApps } from "./lib/build-apps.ts";
import { buildCheckTool } from "./lib/build-check-tool.ts";

/** `npm run build`: rebuilds both apps, and club-check. */
const sentence = await buildApps(true);
if (sentence !== undefined) {
  console.error(sentence);
  process.exitCode = 1;
} else {
  console.log(`club-check is in ${await buildCheckTool()}`);
}
