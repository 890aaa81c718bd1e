import { fr as common } from "../catalogue/common/fr.ts";
import { fr as own } from "../catalogue/console/fr.ts";
import { fr as refusals } from "../catalogue/refusals/fr.ts";
import type { ConsoleMessages } from "../console.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<ConsoleMessages> = { ...common, ...refusals, ...own };
