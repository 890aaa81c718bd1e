import type { PlayerKey } from "./en.ts";

export const zhHans = {
  "player.title": "Horse Club",
} as const satisfies Record<PlayerKey, string>;
