import type { Messages } from "../../translate.ts";

/** Texts of the player alone. Keys begin with the area or the screen: "home.next". */
export const en = {
  "player.title": "Horse Club",
} as const satisfies Messages;

export type PlayerOwnMessages = typeof en;
export type PlayerKey = keyof typeof en;
