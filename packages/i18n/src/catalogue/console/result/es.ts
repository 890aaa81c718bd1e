import type { ResultKey } from "./en.ts";

export const es = {} as const satisfies Record<ResultKey, string>;
