import type { PeopleKey } from "./en.ts";

export const fr = {} as const satisfies Record<PeopleKey, string>;
