import type { ContentKey } from "./en.ts";

export const es = {} as const satisfies Record<ContentKey, string>;
