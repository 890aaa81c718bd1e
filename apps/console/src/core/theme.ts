import { storage } from "./storage.ts";
import { createStore, useStore } from "@club/client/react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

const store = createStore<Theme>(readTheme());

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

/** The tokens follow `data-theme`; without it they follow the system. */
export function showTheme(): void {
  const theme = store.get();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
