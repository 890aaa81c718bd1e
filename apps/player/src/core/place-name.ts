import type { T } from "./lang.ts";

/** "1st", "2nd": places by name. */
export function placeName(t: T, position: number): string {
  if (position === 1 || position === 2 || position === 3 || position === 4) {
    return t(`place.${position}`);
  }
  return t("place.nth", { n: position });
}
