import type { PlayerKey } from "./en.ts";
import { zhHans as common } from "../common/zh-hans.ts";
import { zhHans as refusals } from "../refusals/zh-hans.ts";
import { zhHans as account } from "./account/zh-hans.ts";
import { zhHans as bet } from "./bet/zh-hans.ts";
import { zhHans as cases } from "./cases/zh-hans.ts";
import { zhHans as club } from "./club/zh-hans.ts";
import { zhHans as find } from "./find/zh-hans.ts";
import { zhHans as money } from "./money/zh-hans.ts";
import { zhHans as profile } from "./profile/zh-hans.ts";
import { zhHans as proof } from "./proof/zh-hans.ts";
import { zhHans as protection } from "./protection/zh-hans.ts";
import { zhHans as race } from "./race/zh-hans.ts";
import { zhHans as sport } from "./sport/zh-hans.ts";
import { zhHans as start } from "./start/zh-hans.ts";

export const zhHans = {
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
export const messages = { ...common, ...refusals, ...zhHans };
