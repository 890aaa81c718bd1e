import { chooseLanguage, createT, isLanguage, type Language, type Translate } from "@club/i18n";
import { loadPlayerMessages, playerEnglish, type PlayerMessages } from "@club/i18n/player";
import { useText } from "@club/ui";
import { storage } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

const KEY = "language";

export type T = Translate<PlayerMessages>;

/** English is there from the first moment and stands in until another language has come. */
const store = createStore<T>(createT("en", playerEnglish));

export const currentT = store.get;
export const currentLanguage = (): Language => store.get().language;

/** What the app's root gives to every component. */
export const useCurrentT = (): T => useStore(store);

/** The function that says messages, in every component of the app. */
export const useT = (): T => useText<PlayerMessages>();

function languageAtStart(): Language {
  const saved = storage.read(KEY);
  return isLanguage(saved) ? saved : chooseLanguage(navigator.languages);
}

/** Switches at once and keeps the choice. When the language does not load the one before stays. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  storage.write(KEY, language);
}

async function show(language: Language): Promise<void> {
  const messages = await loadPlayerMessages(language);
  store.set(createT<PlayerMessages>(language, messages));
  document.documentElement.lang = language;
}

/** Loads the player's language before the first drawing; English, if it cannot be had. */
export async function startLanguage(): Promise<void> {
  const language = languageAtStart();
  if (language === "en") return;
  await show(language).catch((error: unknown) => console.warn("language", error));
}
