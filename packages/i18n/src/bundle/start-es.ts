import { es as first } from "../catalogue/first/es.ts";
import { es as start } from "../catalogue/player/start/es.ts";
import type { PlayerStart } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerStart> = { ...first, ...start };
