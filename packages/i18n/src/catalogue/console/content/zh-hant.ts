import type { ContentKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ContentKey, string>;
