import type { ContentKey } from "./en.ts";

export const fr = {} as const satisfies Record<ContentKey, string>;
