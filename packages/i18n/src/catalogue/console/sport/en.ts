import type { Messages } from "../../../translate.ts";

/** Sports: events, prices, liability, results. */
export const en = {} as const satisfies Messages;

export type SportKey = keyof typeof en;
