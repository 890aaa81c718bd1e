import type { RaceKey } from "./en.ts";

export const es = {} as const satisfies Record<RaceKey, string>;
