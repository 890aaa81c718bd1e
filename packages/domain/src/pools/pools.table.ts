import { ANY4 } from "./any4.ts";
import { DOUBLE_PLACE } from "./double-place.ts";
import { DOUBLE_WIN } from "./double-win.ts";
import { EXACTA } from "./exacta.ts";
import { FIRST4 } from "./first4.ts";
import { PICK6 } from "./pick6.ts";
import { PLACE } from "./place.ts";
import { QUADDIE } from "./quaddie.ts";
import { QUINELLA } from "./quinella.ts";
import { QUINELLA_PLACE } from "./quinella-place.ts";
import { TREBLE } from "./treble.ts";
import { TRIFECTA } from "./trifecta.ts";
import { TRIO } from "./trio.ts";
import { WIN } from "./win.ts";

/** Every pool, in display order. Everything else about pools and bet types is read from here. */
export const POOLS = [
  WIN,
  PLACE,
  QUINELLA,
  EXACTA,
  TRIFECTA,
  FIRST4,
  DOUBLE_WIN,
  DOUBLE_PLACE,
  QUINELLA_PLACE,
  TRIO,
  ANY4,
  TREBLE,
  QUADDIE,
  PICK6,
] as const;
