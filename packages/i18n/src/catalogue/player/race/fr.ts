import type { RaceKey } from "./en.ts";

export const fr = {} as const satisfies Record<RaceKey, string>;
