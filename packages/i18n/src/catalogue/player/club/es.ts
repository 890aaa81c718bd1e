import type { ClubKey } from "./en.ts";

export const es = {} as const satisfies Record<ClubKey, string>;
