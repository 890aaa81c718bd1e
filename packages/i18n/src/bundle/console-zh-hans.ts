import { zhHans as common } from "../catalogue/common/zh-hans.ts";
import { zhHans as own } from "../catalogue/console/zh-hans.ts";
import { zhHans as refusals } from "../catalogue/refusals/zh-hans.ts";
import type { ConsoleMessages } from "../console.ts";
import type { Translation } from "../translate.ts";

export const messages: Translation<ConsoleMessages> = { ...common, ...refusals, ...own };
