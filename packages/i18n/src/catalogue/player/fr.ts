import type { PlayerKey } from "./en.ts";
import { fr as common } from "../common/fr.ts";
import { fr as refusals } from "../refusals/fr.ts";
import { fr as account } from "./account/fr.ts";
import { fr as bet } from "./bet/fr.ts";
import { fr as cases } from "./cases/fr.ts";
import { fr as club } from "./club/fr.ts";
import { fr as find } from "./find/fr.ts";
import { fr as money } from "./money/fr.ts";
import { fr as profile } from "./profile/fr.ts";
import { fr as proof } from "./proof/fr.ts";
import { fr as protection } from "./protection/fr.ts";
import { fr as race } from "./race/fr.ts";
import { fr as sport } from "./sport/fr.ts";
import { fr as start } from "./start/fr.ts";

export const fr = {
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
export const messages = { ...common, ...refusals, ...fr };
