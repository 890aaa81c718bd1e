import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PLAYER_LANGUAGES } from "@club/contract";
import type { ContentArea, ContentPage } from "@club/contract";
import { ALL_UP_INDEX, assert, BET_TYPES } from "@club/domain";

export type ContentLanguage = (typeof PLAYER_LANGUAGES)[number];
export type ShippedPage = ContentPage & { readonly area: ContentArea };

/** Every page, in reading order. Each language's text is in pages/LANGUAGE.md. */
const NAMES: readonly (readonly [ContentArea, string])[] = [
  ["rules", "start"],
  ...[...BET_TYPES.map(({ index }) => index), ALL_UP_INDEX].map(
    (index) => ["rules", `bet-${index}`] as const,
  ),
  ["rules", "pools"],
  ["rules", "dead-heats"],
  ["rules", "scratchings"],
  ["rules", "doubles"],
  ["rules", "jackpots"],
  ["rules", "sports"],
  ["rules", "money"],
  ["rules", "proofs"],
  ["about", "club"],
  ["help", "help"],
];

const HEAD = /^# ([a-z]+)\/([a-z0-9-]+): (.+)$/;

function readLanguage(language: ContentLanguage): ShippedPage[] {
  const path = join(import.meta.dirname, "pages", `${language}.md`);
  const parts = readFileSync(path, "utf8").split(/^(?=# )/m);
  const found = new Map(parts.map((part) => nameAndText(part)));
  return NAMES.map(([area, slug]) => {
    const text = found.get(`${area}/${slug}`);
    assert(text !== undefined, "every page is shipped in every language");
    return { area, slug, language, version: 0, ...text };
  });
}

function nameAndText(part: string): [string, { title: string; body: string }] {
  const [first = "", ...rest] = part.split("\n");
  const [, area, slug, title = ""] = HEAD.exec(first) ?? [];
  return [`${area}/${slug}`, { title, body: rest.join("\n").trim() }];
}

/** The pages as shipped, by language, in order. */
export const SHIPPED_PAGES: Readonly<Record<ContentLanguage, readonly ShippedPage[]>> = {
  en: readLanguage("en"),
  es: readLanguage("es"),
  fr: readLanguage("fr"),
  "zh-Hans": readLanguage("zh-Hans"),
  "zh-Hant": readLanguage("zh-Hant"),
};

/** A language that was asked for by name, or null. */
export function findLanguage(name: string | undefined): ContentLanguage | null {
  return PLAYER_LANGUAGES.find((each) => each === name) ?? null;
}
