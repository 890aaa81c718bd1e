import { en } from "./catalogue/messages/en.ts";
import { es } from "./catalogue/messages/es.ts";
import { fr } from "./catalogue/messages/fr.ts";
import { zhHans } from "./catalogue/messages/zh-hans.ts";
import { zhHant } from "./catalogue/messages/zh-hant.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

export type MessageTexts = typeof en;

/** The texts of mails and text messages. The server alone writes them, so all languages are there. */
export const MESSAGE_TEXTS: Readonly<Record<Language, Translation<MessageTexts>>> = {
  en,
  es,
  fr,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
};
