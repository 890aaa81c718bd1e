import { zhHant as common } from "../catalogue/common/zh-hant.ts";
import { zhHant as own } from "../catalogue/player/zh-hant.ts";
import { zhHant as refusals } from "../catalogue/refusals/zh-hant.ts";
import type { PlayerMessages } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerMessages> = { ...common, ...refusals, ...own };
