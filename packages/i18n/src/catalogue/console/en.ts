import type { Messages } from "../../translate.ts";

/** Texts of the console alone. Keys begin with the area or the screen: "home.next". */
export const en = {
  "console.title": "Horse Club",
} as const satisfies Messages;

export type ConsoleOwnMessages = typeof en;
export type ConsoleKey = keyof typeof en;
