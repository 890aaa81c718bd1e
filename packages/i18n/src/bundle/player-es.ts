import { es as common } from "../catalogue/common/es.ts";
import { es as own } from "../catalogue/player/es.ts";
import { es as refusals } from "../catalogue/refusals/es.ts";
import type { PlayerMessages } from "../player.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<PlayerMessages> = { ...common, ...refusals, ...own };
