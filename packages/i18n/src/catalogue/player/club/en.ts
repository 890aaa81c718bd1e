import type { Messages } from "../../../translate.ts";

/** Shop, invitations, live channels. */
export const en = {} as const satisfies Messages;

export type ClubKey = keyof typeof en;
