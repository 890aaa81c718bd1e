import { es as club } from "./club/es.ts";
import { es as day } from "./day/es.ts";
import type { ConsoleKey } from "./en.ts";

export const es = { ...day, ...club } satisfies Record<ConsoleKey, string>;
