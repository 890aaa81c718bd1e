import type { ConsoleKey } from "./en.ts";
import { zhHant as common } from "../common/zh-hant.ts";
import { zhHant as refusals } from "../refusals/zh-hant.ts";
import { zhHant as bank } from "./bank/zh-hant.ts";
import { zhHant as books } from "./books/zh-hant.ts";
import { zhHant as cards } from "./cards/zh-hant.ts";
import { zhHant as club } from "./club/zh-hant.ts";
import { zhHant as connections } from "./connections/zh-hant.ts";
import { zhHant as settings } from "./settings/zh-hant.ts";
import { zhHant as content } from "./content/zh-hant.ts";
import { zhHant as day } from "./day/zh-hant.ts";
import { zhHant as desk } from "./desk/zh-hant.ts";
import { zhHant as doors } from "./doors/zh-hant.ts";
import { zhHant as money } from "./money/zh-hant.ts";
import { zhHant as opening } from "./opening/zh-hant.ts";
import { zhHant as people } from "./people/zh-hant.ts";
import { zhHant as replay } from "./replay/zh-hant.ts";
import { zhHant as result } from "./result/zh-hant.ts";
import { zhHant as signin } from "./signin/zh-hant.ts";
import { zhHant as rules } from "./rules/zh-hant.ts";
import { zhHant as segments } from "./segments/zh-hant.ts";
import { zhHant as watch } from "./watch/zh-hant.ts";
import { zhHant as sport } from "./sport/zh-hant.ts";
import { zhHant as sportBook } from "./sport-book/zh-hant.ts";

export const zhHant = {
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
export const messages = { ...common, ...refusals, ...zhHant };
