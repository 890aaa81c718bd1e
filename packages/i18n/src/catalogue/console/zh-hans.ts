import { zhHans as club } from "./club/zh-hans.ts";
import { zhHans as day } from "./day/zh-hans.ts";
import type { ConsoleKey } from "./en.ts";

export const zhHans = { ...day, ...club } satisfies Record<ConsoleKey, string>;
