import { storage } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

const store = createStore<Theme>(readTheme());

export const TEXT_SIZES = ["normal", "large", "largest"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const TEXT_KEY = "text";
const textSize = createStore<TextSize>(
  TEXT_SIZES.find((size) => size === storage.read(TEXT_KEY)) ?? "normal",
);

export const useTextSize = (): TextSize => useStore(textSize);

export function setTextSize(size: TextSize): void {
  textSize.set(size);
  storage.write(TEXT_KEY, size);
  showTheme();
}

export const useTheme = (): Theme => useStore(store);

function readTheme(): Theme {
  const saved = storage.read(KEY);
  return saved === "light" || saved === "dark" ? saved : "system";
}

export function setTheme(theme: Theme): void {
  store.set(theme);
  if (theme === "system") storage.remove(KEY);
  else storage.write(KEY, theme);
  showTheme();
}

/** The tokens follow `data-theme`, the root's size `data-text`; without them they follow the system. */
export function showTheme(): void {
  document.documentElement.dataset["text"] = textSize.get();
  const theme = store.get();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
