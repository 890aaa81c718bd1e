import type { ResultKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ResultKey, string>;
