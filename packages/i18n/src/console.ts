import { messages as consoleEnglish } from "./catalogue/console/en.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

/** Every message of the console: common, refusals and its own. */
export type ConsoleMessages = typeof consoleEnglish;

/** English is in the entry; the other languages load when they are chosen. */
export { consoleEnglish };

export async function loadConsoleMessages(
  language: Language,
): Promise<Translation<ConsoleMessages>> {
  switch (language) {
    case "en":
      return consoleEnglish;
    case "es":
      return (await import("./catalogue/console/es.ts")).messages;
    case "fr":
      return (await import("./catalogue/console/fr.ts")).messages;
    case "zh-Hans":
      return (await import("./catalogue/console/zh-hans.ts")).messages;
    case "zh-Hant":
      return (await import("./catalogue/console/zh-hant.ts")).messages;
  }
}
