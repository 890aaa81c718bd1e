import type { PlayerKey } from "./en.ts";

export const es = {
  "player.title": "Horse Club",
} as const satisfies Record<PlayerKey, string>;
