import type { sportsBoard } from "@club/contract";
import type { Whole } from "./read.ts";

/* Under which keys the query cache holds what the desk shows of sport. */

export const SPORT_KEY = "sport";
export const EVENT_KEY = "event";

export type SportBoard = Whole<typeof sportsBoard>;
