import type { Messages } from "../../../translate.ts";

/** Pages, notices, shop, channels, rule sets, settings. */
export const en = {} as const satisfies Messages;

export type ContentKey = keyof typeof en;
