import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./lib/steps.ts";

/** `npm run format`: formats every file the way the check wants it. */
const oxfmt = join(ROOT, "node_modules/oxfmt/bin/oxfmt");
const { status } = spawnSync(process.execPath, [oxfmt, "--write", "."], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
