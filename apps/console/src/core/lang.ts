import { chooseLanguage, createT, isLanguage, type Language, type Translate } from "@club/i18n";
import { consoleEnglish, loadConsoleMessages, type ConsoleMessages } from "@club/i18n/console";
import { useText } from "@club/ui";
import { storage } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

const KEY = "language";

export type T = Translate<ConsoleMessages>;

/** English is there from the first moment and stands in until another language has come. */
const store = createStore<T>(createT<ConsoleMessages>("en", consoleEnglish));

export const currentT = store.get;
export const currentLanguage = (): Language => store.get().language;

/** What the console's root gives to every component. */
export const useCurrentT = (): T => useStore(store);

/** The function that says messages, in every component of the console. */
export const useT = (): T => useText<ConsoleMessages>();

/** Switches at once and keeps the choice. When the language does not load the one before stays. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  storage.write(KEY, language);
}

async function show(language: Language): Promise<void> {
  const messages = await loadConsoleMessages(language);
  store.set(createT<ConsoleMessages>(language, messages));
  document.documentElement.lang = language;
}

/** Loads the operator's language before the first drawing; English, if it cannot be had. */
export async function startLanguage(): Promise<void> {
  const saved = storage.read(KEY);
  const language = isLanguage(saved) ? saved : chooseLanguage(navigator.languages);
  if (language === "en") return;
  await show(language).catch((error: unknown) => console.warn("language", error));
}
