import type { RefusalKey } from "./en.ts";

export const es = {
  "refusal.unknown": "El club lo ha rechazado ({code}).",
  "refusal.race.closed": "Las apuestas de esta carrera están cerradas.",
  "refusal.signin.refused": "El usuario o la contraseña no son correctos.",
  "refusal.limit.stake": "Supera su límite de apuesta.",
  "refusal.odds.changed": "Las cuotas han cambiado.",
} as const satisfies Record<RefusalKey, string>;
