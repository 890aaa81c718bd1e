import { es as account } from "./account/es.ts";
import { es as bet } from "./bet/es.ts";
import { es as start } from "./start/es.ts";
import type { PlayerKey } from "./en.ts";

export const es = { ...start, ...bet, ...account } as const satisfies Record<PlayerKey, string>;
