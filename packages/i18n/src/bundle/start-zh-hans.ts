import { zhHans as first } from "../catalogue/first/zh-hans.ts";
import { zhHans as start } from "../catalogue/player/start/zh-hans.ts";
import type { PlayerStart } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerStart> = { ...first, ...start };
