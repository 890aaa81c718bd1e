import type { SportKey } from "./en.ts";

export const es = {} as const satisfies Record<SportKey, string>;
