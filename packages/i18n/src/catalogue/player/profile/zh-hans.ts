import type { ProfileKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ProfileKey, string>;
