import type { ClubKey } from "./en.ts";

export const fr = {} as const satisfies Record<ClubKey, string>;
