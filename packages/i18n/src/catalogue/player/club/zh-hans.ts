import type { ClubKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ClubKey, string>;
