import { fr as common } from "../catalogue/common/fr.ts";
import { fr as own } from "../catalogue/player/fr.ts";
import { fr as refusals } from "../catalogue/refusals/fr.ts";
import type { PlayerMessages } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerMessages> = { ...common, ...refusals, ...own };
