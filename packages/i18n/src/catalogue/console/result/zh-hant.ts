import type { ResultKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ResultKey, string>;
