import type { ConsoleKey } from "./en.ts";
import { fr as common } from "../common/fr.ts";
import { fr as refusals } from "../refusals/fr.ts";
import { fr as bank } from "./bank/fr.ts";
import { fr as books } from "./books/fr.ts";
import { fr as cards } from "./cards/fr.ts";
import { fr as club } from "./club/fr.ts";
import { fr as connections } from "./connections/fr.ts";
import { fr as settings } from "./settings/fr.ts";
import { fr as content } from "./content/fr.ts";
import { fr as day } from "./day/fr.ts";
import { fr as desk } from "./desk/fr.ts";
import { fr as doors } from "./doors/fr.ts";
import { fr as money } from "./money/fr.ts";
import { fr as opening } from "./opening/fr.ts";
import { fr as people } from "./people/fr.ts";
import { fr as replay } from "./replay/fr.ts";
import { fr as result } from "./result/fr.ts";
import { fr as signin } from "./signin/fr.ts";
import { fr as rules } from "./rules/fr.ts";
import { fr as segments } from "./segments/fr.ts";
import { fr as watch } from "./watch/fr.ts";
import { fr as sport } from "./sport/fr.ts";
import { fr as sportBook } from "./sport-book/fr.ts";

export const fr = {
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
} as const satisfies Record<ConsoleKey, string>;

/** All that the app says: with what both apps say, and the refusals. */
export const messages = { ...common, ...refusals, ...fr };
