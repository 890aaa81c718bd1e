import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { en } from "../packages/i18n/src/catalogue/console/settings/en.ts";
import { format } from "oxfmt";
import { settingsTable } from "../apps/server/src/core/settings/settings.ts";
import { fallbackOf } from "../apps/server/src/core/db/setting-groups.ts";
import type { SettingField } from "../apps/server/src/core/db/setting-groups.ts";
import { VARIABLES } from "../apps/server/src/core/settings/settings.table.ts";
import { TOP_UP_METHODS } from "../apps/server/src/run/lists/methods.ts";
import { settingGroups } from "../apps/server/src/run/lists/setting-groups.ts";

/** Writes both tables of settings into docs/configuration.md; --check only says if they are current. */
const PAGE = join(import.meta.dirname, "../docs/configuration.md");
const BEGIN = "<!-- settings: made by scripts/docs.ts -->";
const END = "<!-- end of settings -->";
const CONSOLE_BEGIN = "<!-- console settings: made by scripts/docs.ts -->";
const CONSOLE_END = "<!-- end of console settings -->";

const TEXTS: Readonly<Record<string, string>> = en;

function consoleTable(): string {
  const lines = [
    "| Group | Setting | What it is | Takes | Until it is set |",
    "| --- | --- | --- | --- | --- |",
  ];
  for (const { name: group, isMoney, fields } of settingGroups(TOP_UP_METHODS)) {
    for (const [name, field] of Object.entries(fields)) {
      const label = TEXTS[`clubSetting.field.${name}`] ?? name;
      const shown = `\`${group}\`${isMoney ? " (money)" : ""}`;
      lines.push(`| ${shown} | \`${name}\` | ${label} | ${takesOf(field)} | ${untilOf(field)} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function takesOf({ kind, least, most, choices }: SettingField<unknown>): string {
  if (choices !== undefined) return choices.map((each) => `\`${each}\``).join(", ");
  if (kind === "text") return `text of ${most ?? 0} at most`;
  return least === undefined ? kind : `${kind}, ${least} to ${most ?? 0}`;
}

function untilOf(field: SettingField<unknown>): string {
  const { env } = field;
  if (env !== undefined && env !== "host") return `\`${VARIABLES[env].name}\``;
  const fallback = fallbackOf(field);
  return fallback === "" ? "empty" : `\`${String(fallback)}\``;
}

/** The page with a table between its two lines. */
function withTable(page: string, [begin, end]: readonly [string, string], table: string): string {
  const [head, rest] = page.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) {
    throw new Error(`docs/configuration.md needs the lines "${begin}" and "${end}".`);
  }
  return `${head}${begin}\n\n${table}\n${end}${tail}`;
}

const before = readFileSync(PAGE, "utf8");
const machine = withTable(before, [BEGIN, END], settingsTable());
const table = withTable(machine, [CONSOLE_BEGIN, CONSOLE_END], consoleTable());
const { code: after } = await format(PAGE, table, { printWidth: 100 });
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, after);
} else if (after !== before) {
  console.error("The settings in docs/configuration.md are out of date: run node scripts/docs.ts.");
  process.exitCode = 1;
}
