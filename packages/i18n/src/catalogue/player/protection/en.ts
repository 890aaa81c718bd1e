import type { Messages } from "../../../translate.ts";

/** Limits, time-out, exclusion, reality check, help; the rules pages. */
export const en = {} as const satisfies Messages;

export type ProtectionKey = keyof typeof en;
