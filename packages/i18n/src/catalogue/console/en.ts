import { en as common } from "../common/en.ts";
import { en as refusals } from "../refusals/en.ts";
import { en as bank } from "./bank/en.ts";
import { en as books } from "./books/en.ts";
import { en as cards } from "./cards/en.ts";
import { en as club } from "./club/en.ts";
import { en as connections } from "./connections/en.ts";
import { en as settings } from "./settings/en.ts";
import { en as content } from "./content/en.ts";
import { en as day } from "./day/en.ts";
import { en as desk } from "./desk/en.ts";
import { en as doors } from "./doors/en.ts";
import { en as money } from "./money/en.ts";
import { en as opening } from "./opening/en.ts";
import { en as people } from "./people/en.ts";
import { en as replay } from "./replay/en.ts";
import { en as result } from "./result/en.ts";
import { en as signin } from "./signin/en.ts";
import { en as rules } from "./rules/en.ts";
import { en as segments } from "./segments/en.ts";
import { en as watch } from "./watch/en.ts";
import { en as sport } from "./sport/en.ts";
import { en as sportBook } from "./sport-book/en.ts";

/** Texts of the console alone. Keys begin with the area or the screen: "sheet.dueNext". */
export const en = {
  ...day,
  ...club,
  ...connections,
  ...settings,
  ...cards,
  ...sport,
  ...sportBook,
  ...money,
  ...people,
  ...opening,
  ...content,
  ...desk,
  ...doors,
  ...result,
  ...books,
  ...bank,
  ...replay,
  ...rules,
  ...segments,
  ...signin,
  ...watch,
};

export type ConsoleKey = keyof typeof en;

/** All that the app says: with what both apps say, and the refusals. */
export const messages = { ...common, ...refusals, ...en };
