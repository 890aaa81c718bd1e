import type { ProfileKey } from "./en.ts";

export const es = {} as const satisfies Record<ProfileKey, string>;
