import type { ConsoleKey } from "./en.ts";

export const fr = {
  "console.title": "Horse Club",
} as const satisfies Record<ConsoleKey, string>;
