import type { PlayerKey } from "./en.ts";

export const fr = {
  "player.title": "Horse Club",
} as const satisfies Record<PlayerKey, string>;
