import { en as club } from "./club/en.ts";
import { en as day } from "./day/en.ts";

/** Texts of the console alone. Keys begin with the area or the screen: "sheet.dueNext". */
export const en = { ...day, ...club };

export type ConsoleOwnMessages = typeof en;
export type ConsoleKey = keyof typeof en;
