import type { ResultKey } from "./en.ts";

export const fr = {} as const satisfies Record<ResultKey, string>;
