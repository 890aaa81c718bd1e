import type { MoneyKey } from "./en.ts";

export const es = {} as const satisfies Record<MoneyKey, string>;
