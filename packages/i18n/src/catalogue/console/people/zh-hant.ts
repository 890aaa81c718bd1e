import type { PeopleKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<PeopleKey, string>;
