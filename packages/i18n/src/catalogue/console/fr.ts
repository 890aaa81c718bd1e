import { fr as club } from "./club/fr.ts";
import { fr as day } from "./day/fr.ts";
import type { ConsoleKey } from "./en.ts";

export const fr = { ...day, ...club } satisfies Record<ConsoleKey, string>;
