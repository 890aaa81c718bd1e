import {
  chooseLanguage,
  createT,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  type Translate,
  type Translation,
} from "@club/i18n";
import { loadPlayerMessages, playerStart, type PlayerMessages } from "@club/i18n/player";
import { useText } from "@club/ui";
import { storage } from "../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

const KEY = "language";

export type T = Translate<PlayerMessages>;

/**
 * The first page's English is there from the first moment; a missing text would be seen as its key,
 * so whatever says more waits for `textsReady`.
 */
const store = createStore<T>(createT("en", playerStart as Translation<PlayerMessages>));

export const currentT = store.get;
export const currentLanguage = (): Language => store.get().language;

/** What the app's root gives to every component. */
export const useCurrentT = (): T => useStore(store);

/** The function that says messages, in every component of the app. */
export const useT = (): T => useText<PlayerMessages>();

/** The one that was chosen; the specification's default until then, whatever the browser asks for. */
function languageAtStart(): Language {
  const saved = storage.read(KEY);
  return isLanguage(saved) ? saved : DEFAULT_LANGUAGE;
}

/** The browser's language, while the player has chosen none and it is another: it is offered, once. */
const offered = createStore<Language | null>(null);

export const useOfferedLanguage = (): Language | null => useStore(offered);

function offerAtStart(): Language | null {
  const wanted = chooseLanguage(navigator.languages);
  return storage.read(KEY) !== null || wanted === DEFAULT_LANGUAGE ? null : wanted;
}

/** Switches at once and keeps the choice. When the language does not load the one before stays. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  storage.write(KEY, language);
  offered.set(null);
}

async function show(language: Language): Promise<void> {
  const messages = await loadPlayerMessages(language);
  store.set(createT<PlayerMessages>(language, messages));
  document.documentElement.lang = language;
}

let isReady = false;
let loading: Promise<void> | null = null;

/** All texts of the player's language; in English where another cannot be had. Pages wait for it. */
export function textsReady(): Promise<void> {
  if (isReady) return Promise.resolve();
  loading ??= show(languageAtStart())
    .catch(() => show("en"))
    .then(() => {
      isReady = true;
    })
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Before the first drawing: another language than English must have come. */
export async function startLanguage(): Promise<void> {
  const texts = textsReady();
  offered.set(offerAtStart());
  if (languageAtStart() === "en") texts.catch((error: unknown) => console.info("texts", error));
  else await texts.catch((error: unknown) => console.warn("language", error));
}
