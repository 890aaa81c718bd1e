import { loadPlayerMessages, playerStart } from "@club/i18n/player";
import { expect, test } from "vitest";

/*
 * The first page is drawn with its own texts alone, and a missing one would show as its key. So
 * every key that its code names, and the code that it loads by itself, must be among them.
 */

const SOURCES = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "../../../../packages/ui/src/**/*.{ts,tsx}", "!../**/*.test.ts"],
  { query: "?raw", import: "default", eager: true },
);
const UI = "../../../../packages/ui/src/";
const STARTS = [
  "./main.tsx",
  "../screens/home/HomeOffers.tsx",
  "../screens/home/HomeEnd.tsx",
  "../live/start-live.ts",
];
/** Looks like a text's key, and is the name of a notice on the wire. */
const NO_KEYS = ["activity.month"];

const pathFrom = (from: string, to: string): string =>
  new URL(to, new URL(from, "http://x/1/2/3/4/5/6/")).href;
const BY_PATH = new Map(
  Object.entries(SOURCES).map(([name, text]) => [pathFrom("./", name), { name, text }]),
);

/** What a module imports: its neighbours, and of the package only the parts that it names. */
function importsOf(path: string, text: string): string[] {
  const found: string[] = [];
  for (const [, type, names = "", from = ""] of text.matchAll(
    /^import (type )?(?:\{([^}]*)\} from |[\w*][^;"]* from )?"([^"]+)";/gm,
  )) {
    if (type !== undefined) continue;
    if (from.startsWith(".")) found.push(pathFrom(path, from));
    if (from === "@club/ui") found.push(...names.split(",").flatMap(fileOfPart));
  }
  return found;
}

/** The file of the package that exports this. */
function fileOfPart(part: string): string[] {
  const name = part.trim().replace(/ as .*/, "");
  if (name === "" || name.startsWith("type ")) return [];
  const declared = new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, "m");
  return Object.entries(SOURCES)
    .filter(([file, text]) => file.startsWith(UI) && declared.test(text))
    .map(([file]) => pathFrom("./", file));
}

function reach(path: string, seen: Map<string, string>): Map<string, string> {
  const module = BY_PATH.get(path);
  if (module === undefined || seen.has(path)) return seen;
  seen.set(path, module.text);
  for (const next of importsOf(path, module.text)) reach(next, seen);
  return seen;
}

const all = Object.keys(await loadPlayerMessages("en"));
const first = new Set(Object.keys(playerStart));
const texts = [...STARTS.reduce((seen, start) => reach(pathFrom("./", start), seen), new Map())];

/** The keys that a source names: whole, as the base of a plural, or by how they begin. */
function keysIn(source: string): string[] {
  const whole = [...source.matchAll(/"([a-z]\w*(?:\.[\w-]+)+)"/gi)].map(([, key = ""]) => key);
  const begun = [...source.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.)\$\{/gi)].map(([, key = ""]) => key);
  return all.filter(
    (key) =>
      whole.includes(key) ||
      whole.includes(key.replace(/\.(one|other)$/, "")) ||
      begun.some((start) => key.startsWith(start)),
  );
}

test("every text that the first page says is among its own", () => {
  expect(texts.length).toBeGreaterThan(80);
  const missing = texts.flatMap(([path, source]) =>
    keysIn(source as string)
      .filter((key) => !first.has(key) && !NO_KEYS.includes(key))
      .map((key) => `${new URL(path).pathname}: ${key}`),
  );
  expect(missing).toEqual([]);
});
