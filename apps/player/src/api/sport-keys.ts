import type { listSportEvents } from "@club/contract";
import type { Answer } from "@club/client";

/* Under which keys the query cache holds what is shown of sport. */

export const SPORTS_KEY = "sports";
export const SPORT_EVENT_KEY = "sport-event";

export type SportList = Answer<typeof listSportEvents>;
