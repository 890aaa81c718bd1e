import type { Messages } from "../../../translate.ts";

/** Sports: board, match, slip, orders. */
export const en = {} as const satisfies Messages;

export type SportKey = keyof typeof en;
