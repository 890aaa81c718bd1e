import type { SportKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<SportKey, string>;
