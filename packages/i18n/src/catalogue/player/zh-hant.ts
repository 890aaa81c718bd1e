import type { PlayerKey } from "./en.ts";

export const zhHant = {
  "player.title": "Horse Club",
} as const satisfies Record<PlayerKey, string>;
