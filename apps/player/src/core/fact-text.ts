import type { T } from "./lang.ts";

const SHORT = 18;

/** The going in the player's language, as far as its words are known: "Soft 5" is "Blanda 5". */
export function goingText(t: T, going: string): string {
  const words = new Map(
    t("race.goings")
      .split("|")
      .map((pair) => pair.split("=", 2) as [string, string]),
  );
  return going.replaceAll(/[a-z]+/gi, (word) => words.get(word.toLowerCase()) ?? word);
}

/** A short fact ("Good 4", "T Okafor 60.0") stays on one line: lines break between facts. */
export function unbroken(fact: string): string {
  return fact.length > SHORT ? fact : fact.replaceAll(" ", "\u00a0");
}
