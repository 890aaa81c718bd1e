import type { EditedPage } from "@club/contract";

export type ContentLanguage = EditedPage["language"];

export const LANGUAGES: readonly ContentLanguage[] = ["en", "es", "fr", "zh-Hans", "zh-Hant"];

/** A language names itself, whatever is spoken here. */
export const LANGUAGE_NAMES: Readonly<Record<ContentLanguage, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
};
