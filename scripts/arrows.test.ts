import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AREAS } from "./lint/areas.js";

const ROOT = join(import.meta.dirname, "..");
const ARROW = "no-restricted-imports";

/** One line per forbidden import: the file, its code, and the rule that must report it. */
const BROKEN: [file: string, code: string, rule: string][] = [
  ["packages/domain/src/a.ts", 'import "@club/contract";', ARROW],
  ["packages/domain/src/b.ts", 'import "zod";', ARROW],
  ["packages/domain/src/c.ts", 'import "node:fs";', ARROW],
  ["packages/domain/src/bets/d.ts", 'import "../../../contract/src/index.ts";', ARROW],
  ["packages/domain/src/e.ts", "export const now = new Date();", "no-restricted-globals"],
  ["packages/domain/src/f.ts", "export const x = Math.random();", "no-restricted-properties"],
  ["packages/domain/src/g.test.ts", 'import "@club/contract";', ARROW],
  ["packages/contract/src/a.ts", 'import "@club/i18n";', ARROW],
  ["packages/contract/src/b.ts", 'import "@club/server";', ARROW],
  ["packages/contract/src/c.ts", 'import "@club/domain/src/index.ts";', ARROW],
  ["packages/contract/src/d.ts", 'import "fastify";', ARROW],
  ["packages/client/src/a.ts", 'import "@club/domain";', ARROW],
  ["packages/client/src/b.ts", 'import "node:fs";', ARROW],
  ["packages/check/src/a.ts", 'import "@club/contract";', ARROW],
  ["packages/check/src/b.ts", 'import "zod";', ARROW],
  ["packages/check/src/c.ts", 'import "../../domain/src/index.ts";', ARROW],
  ["packages/i18n/src/a.ts", 'import "@club/ui";', ARROW],
  ["packages/i18n/src/b.ts", 'import "@club/domain";', ARROW],
  ["packages/ui/src/a.ts", 'import "@club/domain";', ARROW],
  ["packages/ui/src/b.tsx", 'import "@club/contract";', ARROW],
  ["packages/ui/src/c.tsx", 'import "../../i18n/src/index.ts";', ARROW],
  ["apps/server/src/racing/bets/f.ts", 'import "@club/client";', ARROW],
  ["apps/server/src/racing/bets/a.ts", 'import "@club/ui";', ARROW],
  ["apps/server/src/racing/bets/b.ts", 'import "@club/player";', ARROW],
  ["apps/server/src/racing/bets/c.ts", 'import "../races/races.queries.ts";', ARROW],
  ["apps/server/src/racing/bets/d.ts", 'import "../../../player/src/main.tsx";', ARROW],
  ["apps/server/src/racing/bets/e.ts", 'import "react";', ARROW],
  ["apps/player/src/app/a.ts", 'import "@club/server";', ARROW],
  ["apps/player/src/app/b.ts", 'import "@club/console";', ARROW],
  ["apps/player/src/app/c.ts", 'import "node:fs";', ARROW],
  ["apps/console/src/a.ts", 'import "@club/server";', ARROW],
  ["apps/console/src/b.ts", 'import "@club/player";', ARROW],
  ["apps/console/src/c.ts", 'import "../../server/src/main.ts";', ARROW],
  ["apps/console/src/d.tsx", "export const a = <b dangerouslySetInnerHTML={h} />;", "no-danger"],
  ["apps/server/src/one.ts", 'import "./two.ts";\nexport const one = 1;', "no-cycle"],
  ["apps/server/src/two.ts", 'import "./one.ts";\nexport const two = 2;', "no-cycle"],
  ["apps/server/src/sql.ts", "await db.query(`SELECT ${x}`);", "no-built-sql"],
  ["apps/server/src/sql2.ts", "await db.query({ text: 'SELECT ' + x });", "no-built-sql"],
  [
    "apps/server/src/sql4.ts",
    "export const a = () => oneRow(`SELECT ${x}`);",
    "statements-outside",
  ],
  ["apps/server/src/eval.ts", "eval(x);", "no-eval"],
];

/** From every folder, an import up into the layer above and into each folder beside it. */
const PLANS = Object.entries(AREAS).flatMap(([app, layers]) =>
  layers.flatMap((folders, layer) =>
    folders.flatMap((folder, index) => {
      const [above, beside] = [layers[layer + 1]?.[0], folders[index + 1] ?? folders[index - 1]];
      const up = "../".repeat(folder.split("/").length);
      return [above, beside]
        .filter((name) => name !== undefined)
        .map((name) => ({ app, folder, up, name }));
    }),
  ),
);

const FORMS = [
  (path: string) => `import "${path}";`,
  (path: string) => `import type { A } from "${path}";`,
  (path: string) => `export type { A } from "${path}";`,
  (path: string) => `export const a = await import("${path}");`,
  (path: string) => `export type A = import("${path}").A;`,
];

BROKEN.push(
  ...PLANS.map(({ app, folder, up, name }, index): [string, string, string] => {
    const code = FORMS[index % FORMS.length]?.(`${up}${name}/other.ts`) ?? "";
    return [`${app}/${folder}/plan-${index}.ts`, code, "areas"];
  }),
  ...Object.keys(AREAS).map((app): [string, string, string] => {
    return [`${app}/nowhere/plan.ts`, "export const a = 1;", "areas"];
  }),
);

/** The allowed imports, which must pass. */
const SOUND: readonly [file: string, code: string][] = [
  ["packages/domain/src/sound.ts", 'import "./bets/other.ts";'],
  ["packages/domain/src/sound.test.ts", 'import "vitest"; import "fast-check";'],
  ["packages/contract/src/sound.ts", 'import "@club/domain"; import "zod";'],
  ["packages/check/src/sound.ts", 'import "@club/domain"; import "node:fs";'],
  ["packages/client/src/sound.ts", 'import "@club/contract";'],
  ["packages/i18n/src/sound.ts", 'import "@club/contract";'],
  ["packages/ui/src/sound.tsx", 'import "@club/i18n"; import "react";'],
  ["apps/server/src/racing/bets/sound.ts", 'import "./bets.queries.ts"; import "@club/domain";'],
  [
    "apps/server/src/racing/bets/sound2.ts",
    'import "../race-acts/close-race.ts"; import "@club/i18n";',
  ],
  ["apps/player/src/app/sound.ts", 'import "@club/ui/lazy"; import "@club/ui/base.css";'],
  ["apps/player/src/slip/race/sound.ts", 'import "../../core/a.ts"; import "../b.ts";'],
  ["apps/player/src/screens/home/sound.ts", 'export type { A } from "../../orders/a.ts";'],
  ["apps/console/src/app/sound.ts", 'import "@club/domain"; import "@club/contract";'],
  ["apps/server/src/core/sql3.ts", 'await db.query("SELECT $1", [x]);'],
  ["apps/server/src/core/sql5.ts", 'export const a = oneRow<A, [x: string]>("SELECT $1");'],
];

interface Finding {
  filename: string;
  code: string;
}

let folder: string;
let findings: Finding[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "club-arrows-"));
  // These rules need no types, and the copy has none.
  const rules = readFileSync(join(ROOT, ".oxlintrc.json"), "utf8");
  writeFileSync(
    join(folder, ".oxlintrc.json"),
    rules.replace('"typeAware": true', '"typeAware": false'),
  );
  cpSync(join(ROOT, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true });
  for (const [file, code] of [...BROKEN, ...SOUND]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const program = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [program, "--format=json", "packages", "apps"], {
    cwd: folder,
    encoding: "utf8",
  });
  findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rulesBrokenBy(file: string): string[] {
  return findings.filter((found) => found.filename.endsWith(file)).map((found) => found.code);
}

test.each(BROKEN)("%s may not say %s", (file, _code, rule) => {
  expect(rulesBrokenBy(file).join(" ")).toContain(`(${rule})`);
});

test.each(SOUND)("%s may say %s", (file) => {
  const arrows = rulesBrokenBy(file).filter((code) =>
    /restricted|cycle|built-sql|areas/.test(code),
  );
  expect(arrows).toEqual([]);
});
