import type { PeopleKey } from "./en.ts";

export const es = {} as const satisfies Record<PeopleKey, string>;
