import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { CONNECTION_KINDS } from "@club/contract";
import { expect, test } from "vitest";
import { PROVIDERS } from "./providers.ts";

const SERVER = resolve(import.meta.dirname, "../..");
const LIST = "run/lists/providers.ts";

/** What a file imports, as paths within the server. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SERVER, file), "utf8");
  const found = text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, path = ""]) => join(dirname(file), path));
}

test("every kind has a provider, and no two of a kind have one name", () => {
  expect(new Set(PROVIDERS.map(({ kind }) => kind))).toEqual(new Set(CONNECTION_KINDS));
  expect(new Set(PROVIDERS.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(PROVIDERS.length);
});

test("a provider is known to its own folder and to the list alone: a new one touches nothing else", () => {
  const listed = importsOf(LIST).filter((path) => !path.endsWith("define-provider.ts"));
  expect(listed).toHaveLength(PROVIDERS.length);
  // Alerts leave by the club itself, which is nobody else's interface.
  const providers = listed.filter((path) => path !== "tell/providers/club-alerts.ts");
  const sources = globSync("**/*.ts", { cwd: SERVER }).filter((file) => !file.endsWith(".test.ts"));
  const strangers = sources.flatMap((file) =>
    importsOf(file)
      .filter((path) => providers.includes(path) && file !== LIST)
      .filter((path) => relative(dirname(path), file).startsWith(".."))
      .map((path) => `${file} imports ${path}`),
  );
  expect(strangers).toEqual([]);
});
