import { buildApps } from "./lib/build-apps.ts";

/** `npm run build`: both apps anew. */
const sentence = await buildApps(true);
if (sentence !== undefined) {
  console.error(sentence);
  process.exitCode = 1;
}
