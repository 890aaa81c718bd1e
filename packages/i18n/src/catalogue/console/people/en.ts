import type { Messages } from "../../../translate.ts";

/** Operators, roles, second factor, four eyes, players' papers. */
export const en = {} as const satisfies Messages;

export type PeopleKey = keyof typeof en;
