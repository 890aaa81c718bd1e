import type { PlayerKey } from "./en.ts";
import { zhHant as common } from "../common/zh-hant.ts";
import { zhHant as refusals } from "../refusals/zh-hant.ts";
import { zhHant as account } from "./account/zh-hant.ts";
import { zhHant as bet } from "./bet/zh-hant.ts";
import { zhHant as cases } from "./cases/zh-hant.ts";
import { zhHant as club } from "./club/zh-hant.ts";
import { zhHant as find } from "./find/zh-hant.ts";
import { zhHant as money } from "./money/zh-hant.ts";
import { zhHant as profile } from "./profile/zh-hant.ts";
import { zhHant as proof } from "./proof/zh-hant.ts";
import { zhHant as protection } from "./protection/zh-hant.ts";
import { zhHant as race } from "./race/zh-hant.ts";
import { zhHant as sport } from "./sport/zh-hant.ts";
import { zhHant as start } from "./start/zh-hant.ts";

export const zhHant = {
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
export const messages = { ...common, ...refusals, ...zhHant };
