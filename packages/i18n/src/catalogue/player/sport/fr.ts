import type { SportKey } from "./en.ts";

export const fr = {} as const satisfies Record<SportKey, string>;
