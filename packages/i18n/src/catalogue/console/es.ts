import type { ConsoleKey } from "./en.ts";
import { es as common } from "../common/es.ts";
import { es as refusals } from "../refusals/es.ts";
import { es as bank } from "./bank/es.ts";
import { es as books } from "./books/es.ts";
import { es as cards } from "./cards/es.ts";
import { es as club } from "./club/es.ts";
import { es as connections } from "./connections/es.ts";
import { es as settings } from "./settings/es.ts";
import { es as content } from "./content/es.ts";
import { es as day } from "./day/es.ts";
import { es as desk } from "./desk/es.ts";
import { es as doors } from "./doors/es.ts";
import { es as money } from "./money/es.ts";
import { es as opening } from "./opening/es.ts";
import { es as people } from "./people/es.ts";
import { es as replay } from "./replay/es.ts";
import { es as result } from "./result/es.ts";
import { es as signin } from "./signin/es.ts";
import { es as rules } from "./rules/es.ts";
import { es as segments } from "./segments/es.ts";
import { es as watch } from "./watch/es.ts";
import { es as sport } from "./sport/es.ts";
import { es as sportBook } from "./sport-book/es.ts";

export const es = {
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
export const messages = { ...common, ...refusals, ...es };
