import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { asksForHelp } from "./lib/asks-for-help.ts";
import { ROOT } from "./lib/steps.ts";

/** The most characters of a bench's own comment that the help shows. */
const MOST = 110;
/** `npm run bench [-- NAME]`: runs each bench/*.bench.ts alone, so that none disturbs another. */
const wanted = process.argv.slice(2);
const files = globSync("bench/**/*.bench.ts", { cwd: ROOT }).toSorted();
if (asksForHelp(wanted)) console.log(usage());
else for (const file of chosen()) run(file);

function chosen(): string[] {
  return files.filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name)));
}

function run(file: string): void {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(ROOT, file)], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}

/** Every bench by name, with the beginning of its own comment. */
function usage(): string {
  const lines = files.map((file) => {
    const comment = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? "";
    const text = comment.replaceAll(/\s*\n\s*\*\s*/g, " ").trim();
    const name = basename(file, ".bench.ts").padEnd(20);
    return `  ${name}${text.length > MOST ? `${text.slice(0, text.lastIndexOf(" ", MOST))} ...` : text}`;
  });
  return [
    "npm run bench                 every bench, one after the other (about an hour)",
    "npm run bench -- NAME...      those whose file name holds one of the names",
    "",
    ...lines,
    "",
    "Each prints a table and writes it to bench/results. BENCH_SECONDS=4 shortens those that say so.",
  ].join("\n");
}
