import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "oxfmt";
import { settingsTable } from "../apps/server/src/core/settings/settings.ts";

/** Writes the settings table into docs/configuration.md; --check only says if it is current. */
const PAGE = join(import.meta.dirname, "../docs/configuration.md");
const BEGIN = "<!-- settings: made by scripts/docs.ts -->";
const END = "<!-- end of settings -->";

const before = readFileSync(PAGE, "utf8");
const [head, rest] = before.split(BEGIN);
const tail = rest?.split(END)[1];
if (head === undefined || tail === undefined) {
  throw new Error(`docs/configuration.md needs the lines "${BEGIN}" and "${END}".`);
}
const table = `${head}${BEGIN}\n\n${settingsTable()}\n${END}${tail}`;
const { code: after } = await format(PAGE, table, { printWidth: 100 });
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, after);
} else if (after !== before) {
  console.error("The settings in docs/configuration.md are out of date: run node scripts/docs.ts.");
  process.exitCode = 1;
}
