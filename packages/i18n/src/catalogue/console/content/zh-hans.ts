import type { ContentKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ContentKey, string>;
