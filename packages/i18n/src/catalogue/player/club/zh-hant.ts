import type { ClubKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ClubKey, string>;
