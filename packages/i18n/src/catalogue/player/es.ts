import type { PlayerKey } from "./en.ts";
import { es as common } from "../common/es.ts";
import { es as refusals } from "../refusals/es.ts";
import { es as account } from "./account/es.ts";
import { es as bet } from "./bet/es.ts";
import { es as cases } from "./cases/es.ts";
import { es as club } from "./club/es.ts";
import { es as find } from "./find/es.ts";
import { es as money } from "./money/es.ts";
import { es as profile } from "./profile/es.ts";
import { es as proof } from "./proof/es.ts";
import { es as protection } from "./protection/es.ts";
import { es as race } from "./race/es.ts";
import { es as sport } from "./sport/es.ts";
import { es as start } from "./start/es.ts";

export const es = {
  ...start,
  ...bet,
  ...account,
  ...cases,
  ...find,
  ...race,
  ...money,
  ...profile,
  ...protection,
  ...club,
  ...sport,
  ...proof,
} as const satisfies Record<PlayerKey, string>;

/** All that the app says: with what both apps say, and the refusals. */
export const messages = { ...common, ...refusals, ...es };
