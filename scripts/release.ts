import { join } from "node:path";
import { buildApps } from "./lib/build-apps.ts";
import { buildCheckTool } from "./lib/build-check-tool.ts";
import { makeRelease } from "./lib/make-release.ts";
import { ROOT } from "./lib/steps.ts";

/** `npm run release`: builds everything and makes the files of a release, in dist/. */
const sentence = await buildApps(true);
if (sentence !== undefined) {
  console.error(sentence);
  process.exitCode = 1;
} else {
  await buildCheckTool();
  const { files, notMade } = makeRelease(join(ROOT, "dist"));
  for (const line of [...files.map((file) => `dist/${file}`), ...notMade]) console.log(line);
}
