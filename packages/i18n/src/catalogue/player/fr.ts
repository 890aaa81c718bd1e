import { fr as account } from "./account/fr.ts";
import { fr as bet } from "./bet/fr.ts";
import { fr as start } from "./start/fr.ts";
import type { PlayerKey } from "./en.ts";

export const fr = { ...start, ...bet, ...account } as const satisfies Record<PlayerKey, string>;
