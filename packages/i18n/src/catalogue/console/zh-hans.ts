import type { ConsoleKey } from "./en.ts";
import { zhHans as common } from "../common/zh-hans.ts";
import { zhHans as refusals } from "../refusals/zh-hans.ts";
import { zhHans as bank } from "./bank/zh-hans.ts";
import { zhHans as books } from "./books/zh-hans.ts";
import { zhHans as cards } from "./cards/zh-hans.ts";
import { zhHans as club } from "./club/zh-hans.ts";
import { zhHans as connections } from "./connections/zh-hans.ts";
import { zhHans as settings } from "./settings/zh-hans.ts";
import { zhHans as content } from "./content/zh-hans.ts";
import { zhHans as day } from "./day/zh-hans.ts";
import { zhHans as desk } from "./desk/zh-hans.ts";
import { zhHans as doors } from "./doors/zh-hans.ts";
import { zhHans as money } from "./money/zh-hans.ts";
import { zhHans as opening } from "./opening/zh-hans.ts";
import { zhHans as people } from "./people/zh-hans.ts";
import { zhHans as replay } from "./replay/zh-hans.ts";
import { zhHans as result } from "./result/zh-hans.ts";
import { zhHans as signin } from "./signin/zh-hans.ts";
import { zhHans as rules } from "./rules/zh-hans.ts";
import { zhHans as segments } from "./segments/zh-hans.ts";
import { zhHans as watch } from "./watch/zh-hans.ts";
import { zhHans as sport } from "./sport/zh-hans.ts";
import { zhHans as sportBook } from "./sport-book/zh-hans.ts";

export const zhHans = {
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
export const messages = { ...common, ...refusals, ...zhHans };
