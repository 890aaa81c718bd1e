import { en as common } from "./catalogue/common/en.ts";
import { en as own } from "./catalogue/player/en.ts";
import { en as refusals } from "./catalogue/refusals/en.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

const english = { ...common, ...refusals, ...own };

/** Every message of the player's app: common, refusals and its own. */
export type PlayerMessages = typeof english;

/** English is in the entry; the other languages load when they are chosen. */
export const playerEnglish: PlayerMessages = english;

export async function loadPlayerMessages(language: Language): Promise<Translation<PlayerMessages>> {
  switch (language) {
    case "en":
      return english;
    case "es":
      return (await import("./bundle/player-es.ts")).messages;
    case "fr":
      return (await import("./bundle/player-fr.ts")).messages;
    case "zh-Hans":
      return (await import("./bundle/player-zh-hans.ts")).messages;
    case "zh-Hant":
      return (await import("./bundle/player-zh-hant.ts")).messages;
  }
}
