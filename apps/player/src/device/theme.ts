import { storage } from "./storage.ts";

/* The look from the first moment; it is chosen in the account (theme-choice.ts). */

export const THEME_KEY = "theme";
export const TEXT_KEY = "text";

/** The tokens follow `data-theme`, the root's size `data-text`; without them they follow the system. */
export function showTheme(
  theme = storage.read(THEME_KEY),
  textSize = storage.read(TEXT_KEY) ?? "",
): void {
  const { dataset } = document.documentElement;
  dataset["text"] = textSize;
  if (theme === "light" || theme === "dark") dataset["theme"] = theme;
  else delete dataset["theme"];
}
