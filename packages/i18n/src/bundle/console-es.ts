import { es as common } from "../catalogue/common/es.ts";
import { es as own } from "../catalogue/console/es.ts";
import { es as refusals } from "../catalogue/refusals/es.ts";
import type { ConsoleMessages } from "../console.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<ConsoleMessages> = { ...common, ...refusals, ...own };
