import type { Messages } from "../../../translate.ts";

/** Profile, devices, passkeys, passwords, notifications, about. */
export const en = {} as const satisfies Messages;

export type ProfileKey = keyof typeof en;
