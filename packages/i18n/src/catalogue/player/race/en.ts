import type { Messages } from "../../../translate.ts";

/** Home and race page beyond the bet: plots, shares, notices. */
export const en = {} as const satisfies Messages;

export type RaceKey = keyof typeof en;
