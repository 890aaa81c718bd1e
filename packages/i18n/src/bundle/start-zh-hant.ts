import { zhHant as first } from "../catalogue/first/zh-hant.ts";
import { zhHant as start } from "../catalogue/player/start/zh-hant.ts";
import type { PlayerStart } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerStart> = { ...first, ...start };
