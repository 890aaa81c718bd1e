import type { PeopleKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<PeopleKey, string>;
