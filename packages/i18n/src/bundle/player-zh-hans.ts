import { zhHans as common } from "../catalogue/common/zh-hans.ts";
import { zhHans as own } from "../catalogue/player/zh-hans.ts";
import { zhHans as refusals } from "../catalogue/refusals/zh-hans.ts";
import type { PlayerMessages } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerMessages> = { ...common, ...refusals, ...own };
