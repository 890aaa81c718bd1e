import type { Messages } from "../../../translate.ts";

/** Topping up, withdrawing, bank account, exports. */
export const en = {} as const satisfies Messages;

export type MoneyKey = keyof typeof en;
