import type { RaceKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<RaceKey, string>;
