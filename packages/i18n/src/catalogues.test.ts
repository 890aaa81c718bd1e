import { describe, expect, test } from "vitest";
import { placeholdersOf } from "./translate.ts";

const FILES = import.meta.glob<Record<string, Record<string, string>>>("./catalogue/*/*.ts", {
  eager: true,
});
const AREAS = ["common", "refusals", "player", "console", "messages"];
const LANGUAGES = ["es", "fr", "zh-hans", "zh-hant"];

function catalogue(area: string, language: string): Record<string, string> {
  const file = FILES[`./catalogue/${area}/${language}.ts`];
  const found = Object.values(file ?? {})[0];
  if (found === undefined) throw new Error(`no catalogue ${area}/${language}`);
  return found;
}

describe.each(AREAS)("the texts of %s", (area) => {
  const english = catalogue(area, "en");

  test.each(LANGUAGES)("have the same keys in %s", (language) => {
    expect(Object.keys(catalogue(area, language)).sort()).toEqual(Object.keys(english).sort());
  });

  test.each(LANGUAGES)("have the same placeholders in %s", (language) => {
    const texts = catalogue(area, language);
    const names = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).map(([key, text]) => [key, placeholdersOf(text)]));
    expect(names(texts)).toEqual(names(english));
  });

  test("are nowhere empty", () => {
    for (const language of ["en", ...LANGUAGES]) {
      const empty = Object.entries(catalogue(area, language)).filter(([, text]) => text === "");
      expect(empty).toEqual([]);
    }
  });
});

test("no key stands in two areas that one app joins", () => {
  for (const app of ["player", "console"]) {
    const keys = ["common", "refusals", app].flatMap((area) => Object.keys(catalogue(area, "en")));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  }
});
