import type { ProfileKey } from "./en.ts";

export const fr = {} as const satisfies Record<ProfileKey, string>;
