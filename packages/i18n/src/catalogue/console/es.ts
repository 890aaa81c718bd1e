import type { ConsoleKey } from "./en.ts";

export const es = {
  "console.title": "Horse Club",
} as const satisfies Record<ConsoleKey, string>;
