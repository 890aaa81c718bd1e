import { chooseLanguage, createT, isLanguage, type Language, type Translate } from "@club/i18n";
import { consoleEnglish, loadConsoleMessages, type ConsoleMessages } from "@club/i18n/console";
import { useText } from "@club/ui";
import { storage } from "./storage.ts";
import { createStore, useStore } from "@club/client/react";

const KEY = "language";

export type T = Translate<ConsoleMessages>;

/** English is there from the start and stands in until another language has loaded. */
const store = createStore<T>(createT<ConsoleMessages>("en", consoleEnglish));

export const currentT = store.get;
export const currentLanguage = (): Language => store.get().language;

/** What the console's root gives to every component. */
export const useCurrentT = (): T => useStore(store);

/** Gives every component of the console the function that says messages. */
export const useT = (): T => useText<ConsoleMessages>();

/** Switches at once and keeps the choice. If the language does not load, the current one stays. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  storage.write(KEY, language);
}

async function show(language: Language): Promise<void> {
  const messages = await loadConsoleMessages(language);
  store.set(createT<ConsoleMessages>(language, messages));
  document.documentElement.lang = language;
}

/** Loads the operator's language before anything is drawn; English if it cannot be loaded. */
export async function startLanguage(): Promise<void> {
  const saved = storage.read(KEY);
  const language = isLanguage(saved) ? saved : chooseLanguage(navigator.languages);
  if (language === "en") return;
  await show(language).catch((error: unknown) => console.warn("language", error));
}
