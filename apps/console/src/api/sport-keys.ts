import type { DataOf, ListItemOf, sportsBoard } from "@club/contract";

/* Under which keys the query cache holds what the desk shows of sport. */

export const SPORT_KEY = "sport";
export const EVENT_KEY = "event";

export interface SportBoard {
  readonly totals: DataOf<typeof sportsBoard>;
  readonly events: readonly ListItemOf<typeof sportsBoard>[];
}
