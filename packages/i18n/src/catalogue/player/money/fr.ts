import type { MoneyKey } from "./en.ts";

export const fr = {} as const satisfies Record<MoneyKey, string>;
