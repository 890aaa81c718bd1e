import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/steps.ts";

/** `npm run bench [-- NAME]`: each bench/*.bench.ts is a program; one after the other, so that none disturbs another. */
const wanted = process.argv.slice(2);
const files = globSync("bench/**/*.bench.ts", { cwd: ROOT })
  .toSorted()
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name)));
for (const file of files) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(ROOT, file)], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
