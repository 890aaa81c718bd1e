import type { ProfileKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ProfileKey, string>;
