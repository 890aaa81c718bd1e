import type { ConsoleKey } from "./en.ts";

export const zhHant = {
  "console.title": "Horse Club",
} as const satisfies Record<ConsoleKey, string>;
