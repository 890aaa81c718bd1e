import type { MoneyKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<MoneyKey, string>;
