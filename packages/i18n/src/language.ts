/** The five languages of the club. English is the default and the fallback. */
export type Language = "en" | "es" | "fr" | "zh-Hans" | "zh-Hant";

/** Every language with the name its speakers give it, in the order the picker shows them. */
export const LANGUAGES: readonly { readonly id: Language; readonly name: string }[] = [
  { id: "en", name: "English" },
  { id: "es", name: "Español" },
  { id: "fr", name: "Français" },
  { id: "zh-Hans", name: "简体中文" },
  { id: "zh-Hant", name: "繁體中文" },
];

export const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language.id === value);
}

/**
 * Picks the first language of a browser's list that the club speaks.
 *
 * @param preferred - BCP 47 tags in order of preference, as in `navigator.languages` or
 *   `Accept-Language` without its weights.
 */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = languageOfTag(tag.toLowerCase());
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

const TRADITIONAL = /^zh(-hant|.*-(tw|hk|mo)\b)/;

function languageOfTag(tag: string): Language | undefined {
  if (TRADITIONAL.test(tag)) return "zh-Hant";
  const base = tag.split("-", 1)[0];
  if (base === "zh") return "zh-Hans";
  return base === "en" || base === "es" || base === "fr" ? base : undefined;
}
