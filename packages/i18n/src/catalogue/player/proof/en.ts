import type { Messages } from "../../../translate.ts";

/** Why this amount, checking dividends, proof of a bet. */
export const en = {} as const satisfies Messages;

export type ProofKey = keyof typeof en;
