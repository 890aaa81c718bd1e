import type { SportKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<SportKey, string>;
