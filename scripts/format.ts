import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./lib/steps.ts";

/** `npm run format`: writes every file as the check wants it. */
const prettier = join(ROOT, "node_modules/prettier/bin/prettier.cjs");
const { status } = spawnSync(process.execPath, [prettier, "--write", "--log-level=warn", "."], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
