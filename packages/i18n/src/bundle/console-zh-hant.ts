import { zhHant as common } from "../catalogue/common/zh-hant.ts";
import { zhHant as own } from "../catalogue/console/zh-hant.ts";
import { zhHant as refusals } from "../catalogue/refusals/zh-hant.ts";
import type { ConsoleMessages } from "../console.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<ConsoleMessages> = { ...common, ...refusals, ...own };
