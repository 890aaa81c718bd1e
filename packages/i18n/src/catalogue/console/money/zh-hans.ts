import type { MoneyKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<MoneyKey, string>;
