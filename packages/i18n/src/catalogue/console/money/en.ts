import type { Messages } from "../../../translate.ts";

/** Withdrawals, payout files, bank statements, reports. */
export const en = {} as const satisfies Messages;

export type MoneyKey = keyof typeof en;
