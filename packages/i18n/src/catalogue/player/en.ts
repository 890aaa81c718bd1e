import { en as account } from "./account/en.ts";
import { en as bet } from "./bet/en.ts";
import { en as start } from "./start/en.ts";

/** Texts of the player alone. Keys begin with the area or the screen: "home.bet". */
export const en = { ...start, ...bet, ...account };

export type PlayerOwnMessages = typeof en;
export type PlayerKey = keyof typeof en;
