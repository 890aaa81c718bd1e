import {
  chooseLanguage,
  createT,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  type Translate,
  type Translation,
} from "@club/i18n";
import {
  loadPlayerMessages,
  loadPlayerStart,
  playerStart,
  type PlayerMessages,
} from "@club/i18n/player";
import { useText } from "@club/ui";
import { storage } from "../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

const KEY = "language";

export type T = Translate<PlayerMessages>;

/**
 * The first page's English is there from the start. A missing text would show as its key, so every
 * other page waits for `textsReady`; what the first page says is tested (first-page.test.ts).
 */
const store = createStore<T>(createT("en", playerStart as Translation<PlayerMessages>));

export const currentT = store.get;
export const currentLanguage = (): Language => store.get().language;

/** What the app's root gives to every component. */
export const useCurrentT = (): T => useStore(store);

/** The function that says messages, in every component of the app. */
export const useT = (): T => useText<PlayerMessages>();

/** The chosen language; until then the specification's default, whatever the browser prefers. */
function languageAtStart(): Language {
  const saved = storage.read(KEY);
  return isLanguage(saved) ? saved : DEFAULT_LANGUAGE;
}

/** The browser's language, offered once while the player has not chosen any and it differs. */
const offered = createStore<Language | null>(null);

export const useOfferedLanguage = (): Language | null => useStore(offered);

function offerAtStart(): Language | null {
  const wanted = chooseLanguage(navigator.languages);
  return storage.read(KEY) !== null || wanted === DEFAULT_LANGUAGE ? null : wanted;
}

/** Switches at once and keeps the choice. If the language does not load, the old one stays. */
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

/** All texts of the player's language, in English where they fail to load. Pages wait for it. */
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

/** Before the first drawing: the first page in the player's language, and no text besides. */
export async function startLanguage(): Promise<void> {
  offered.set(offerAtStart());
  const language = languageAtStart();
  try {
    const texts = await loadPlayerStart(language);
    store.set(createT(language, texts as Translation<PlayerMessages>));
    document.documentElement.lang = language;
  } catch (error) {
    console.warn("language", error);
  }
}
