import { DOUBLE_PLACE } from "./double-place.ts";
import { DOUBLE_WIN } from "./double-win.ts";
import { EXACTA } from "./exacta.ts";
import { FIRST4 } from "./first4.ts";
import { PLACE } from "./place.ts";
import { QUINELLA } from "./quinella.ts";
import { TRIFECTA } from "./trifecta.ts";
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
] as const;
