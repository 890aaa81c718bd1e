import { describe, expect, test } from "vitest";
import { placeholdersOf } from "./translate.ts";

const FILES = import.meta.glob<Record<string, Record<string, string>>>("./catalogue/*/*.ts", {
  eager: true,
});
const AREAS = ["common", "refusals", "player", "console", "messages"];
const LANGUAGES = ["es", "fr", "zh-hans", "zh-hant"];

function catalogue(area: string, language: string): Record<string, string> {
  const found = FILES[`./catalogue/${area}/${language}.ts`]?.[language.replace("-h", "H")];
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

/* One word for one thing: what the other words of a language for it are. */
const OTHER_WORDS: Readonly<Record<string, RegExp>> = {
  // The club is 本會, a player 玩家, whoever reads 您, a balance 結餘, the reading is Hong Kong's.
  "zh-hant":
    /會方|俱樂部|會員(?!日)|(?<!本)會所|你|餘額|增值|儲值|網路|簡訊|軟體|幣別|身分|記錄|裏/,
  "zh-hans": /会方|俱乐部|会员(?!日)|(?<!本)会所|你|结余|增值|储值|短讯|纪录/,
  // A withdrawal is a retirada, a top-up a recarga, a pool a fondo; whoever reads is usted.
  es: /\b(retiros?|pozos?|tu|tus|contigo)\b/i,
  // A top-up is a dépôt, a payout a paiement; an apostrophe is typographic.
  fr: /\b(versements?|approvisionner)\b|\p{L}'\p{L}/iu,
  en: /\p{L}'\p{L}/u,
};

test.each(Object.entries(OTHER_WORDS))("in %s one word says one thing", (language, other) => {
  const all = [...AREAS, "first"].flatMap((area) => Object.entries(catalogue(area, language)));
  expect(all.filter(([, text]) => other.test(text))).toEqual([]);
});
