import type { Messages } from "../../../translate.ts";

/** Entering results twice, corrections, incidents. */
export const en = {} as const satisfies Messages;

export type ResultKey = keyof typeof en;
