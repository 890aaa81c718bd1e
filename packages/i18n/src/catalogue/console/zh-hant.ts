import { zhHant as club } from "./club/zh-hant.ts";
import { zhHant as day } from "./day/zh-hant.ts";
import type { ConsoleKey } from "./en.ts";

export const zhHant = { ...day, ...club } satisfies Record<ConsoleKey, string>;
