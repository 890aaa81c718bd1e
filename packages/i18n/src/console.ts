import { en as common } from "./catalogue/common/en.ts";
import { en as own } from "./catalogue/console/en.ts";
import { en as refusals } from "./catalogue/refusals/en.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

const english = { ...common, ...refusals, ...own };

/** Every message of the console: common, refusals and its own. */
export type ConsoleMessages = typeof english;

/** English is in the entry; the other languages load when they are chosen. */
export const consoleEnglish: ConsoleMessages = english;

export async function loadConsoleMessages(
  language: Language,
): Promise<Translation<ConsoleMessages>> {
  switch (language) {
    case "en":
      return english;
    case "es":
      return (await import("./bundle/console-es.ts")).messages;
    case "fr":
      return (await import("./bundle/console-fr.ts")).messages;
    case "zh-Hans":
      return (await import("./bundle/console-zh-hans.ts")).messages;
    case "zh-Hant":
      return (await import("./bundle/console-zh-hant.ts")).messages;
  }
}
