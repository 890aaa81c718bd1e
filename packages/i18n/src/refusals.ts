import { en, type RefusalMessages } from "./catalogue/refusals/en.ts";
import { es } from "./catalogue/refusals/es.ts";
import { fr } from "./catalogue/refusals/fr.ts";
import { zhHans } from "./catalogue/refusals/zh-hans.ts";
import { zhHant } from "./catalogue/refusals/zh-hant.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

/** The refusals in all languages at once: for the server, which answers in the caller's language. */
export const REFUSALS: Readonly<Record<Language, Translation<RefusalMessages>>> = {
  en,
  es,
  fr,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
};

export { refusalText } from "./refusal-text.ts";
export type { RefusalMessages };
