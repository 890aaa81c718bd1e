import { storage } from "./storage.ts";
import { createStore, useStore } from "@club/client/react";
import { showTheme, TEXT_KEY, THEME_KEY } from "./theme.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const TEXT_SIZES = ["normal", "large", "largest"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const theme = createStore(THEMES.find((one) => one === storage.read(THEME_KEY)) ?? "system");
const textSize = createStore(TEXT_SIZES.find((one) => one === storage.read(TEXT_KEY)) ?? "normal");

export const useTheme = (): Theme => useStore(theme);
export const useTextSize = (): TextSize => useStore(textSize);

/** At once, even where nothing can be stored. */
export function setTheme(chosen: Theme): void {
  theme.set(chosen);
  storage.write(THEME_KEY, chosen);
  showTheme(chosen, textSize.get());
}

export function setTextSize(chosen: TextSize): void {
  textSize.set(chosen);
  storage.write(TEXT_KEY, chosen);
  showTheme(theme.get(), chosen);
}
