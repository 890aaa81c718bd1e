import { en as common } from "../common/en.ts";
import { en as refusals } from "../refusals/en.ts";
import { en as account } from "./account/en.ts";
import { en as bet } from "./bet/en.ts";
import { en as cases } from "./cases/en.ts";
import { en as club } from "./club/en.ts";
import { en as find } from "./find/en.ts";
import { en as money } from "./money/en.ts";
import { en as profile } from "./profile/en.ts";
import { en as proof } from "./proof/en.ts";
import { en as protection } from "./protection/en.ts";
import { en as race } from "./race/en.ts";
import { en as sport } from "./sport/en.ts";
import { en as start } from "./start/en.ts";

/** Texts of the player alone. Keys begin with the area or the screen: "home.bet". */
export const en = {
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
};

export type PlayerKey = keyof typeof en;

/** All that the app says: with what both apps say, and the refusals. */
export const messages = { ...common, ...refusals, ...en };
