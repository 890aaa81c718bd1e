import type { RaceKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<RaceKey, string>;
