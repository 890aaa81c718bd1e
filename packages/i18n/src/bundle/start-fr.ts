import { fr as first } from "../catalogue/first/fr.ts";
import { fr as start } from "../catalogue/player/start/fr.ts";
import type { PlayerStart } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerStart> = { ...first, ...start };
