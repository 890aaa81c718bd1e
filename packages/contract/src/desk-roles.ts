import type { Role } from "./call.ts";

/** Who reads the day (races, incidents, sports), prices sports, settles; the owner may do all. */
export const DAY_READERS = [
  "card_clerk",
  "pool_controller",
  "results_clerk",
  "risk",
  "support",
  "auditor",
] as const satisfies readonly Role[];
export const TRADERS = ["pool_controller", "card_clerk", "risk"] as const satisfies readonly Role[];
export const SETTLERS = ["results_clerk"] as const satisfies readonly Role[];
