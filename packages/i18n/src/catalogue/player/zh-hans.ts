import { zhHans as account } from "./account/zh-hans.ts";
import { zhHans as bet } from "./bet/zh-hans.ts";
import { zhHans as start } from "./start/zh-hans.ts";
import type { PlayerKey } from "./en.ts";

export const zhHans = { ...start, ...bet, ...account } as const satisfies Record<PlayerKey, string>;
