import type { ConsoleKey } from "./en.ts";

export const zhHans = {
  "console.title": "Horse Club",
} as const satisfies Record<ConsoleKey, string>;
