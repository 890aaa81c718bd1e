import { zhHant as account } from "./account/zh-hant.ts";
import { zhHant as bet } from "./bet/zh-hant.ts";
import { zhHant as start } from "./start/zh-hant.ts";
import type { PlayerKey } from "./en.ts";

export const zhHant = { ...start, ...bet, ...account } as const satisfies Record<PlayerKey, string>;
