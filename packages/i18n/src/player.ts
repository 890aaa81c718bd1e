import type { messages } from "./catalogue/player/en.ts";
import { en as first } from "./catalogue/first/en.ts";
import { en as start } from "./catalogue/player/start/en.ts";
import type { Language } from "./language.ts";
import type { Translation } from "./translate.ts";

/** Every message of the player's app: common, refusals and its own. */
export type PlayerMessages = typeof messages;

/** The English texts of the first page: in the entry, so that it is drawn at once. */
export const playerStart = { ...first, ...start };
export type PlayerStart = typeof playerStart;

/** The texts of the first page alone; those of every other page come with `loadPlayerMessages`. */
export async function loadPlayerStart(language: Language): Promise<Translation<PlayerStart>> {
  switch (language) {
    case "en":
      return playerStart;
    case "es":
      return (await import("./catalogue/player/start/es.ts")).messages;
    case "fr":
      return (await import("./catalogue/player/start/fr.ts")).messages;
    case "zh-Hans":
      return (await import("./catalogue/player/start/zh-hans.ts")).messages;
    case "zh-Hant":
      return (await import("./catalogue/player/start/zh-hant.ts")).messages;
  }
}

export async function loadPlayerMessages(language: Language): Promise<Translation<PlayerMessages>> {
  switch (language) {
    case "en":
      return (await import("./catalogue/player/en.ts")).messages;
    case "es":
      return (await import("./catalogue/player/es.ts")).messages;
    case "fr":
      return (await import("./catalogue/player/fr.ts")).messages;
    case "zh-Hans":
      return (await import("./catalogue/player/zh-hans.ts")).messages;
    case "zh-Hant":
      return (await import("./catalogue/player/zh-hant.ts")).messages;
  }
}
