import type { RefusalKey } from "./en.ts";

export const fr = {
  "refusal.unknown": "Le club a refusé ({code}).",
  "refusal.race.closed": "Les paris sur cette course sont clos.",
  "refusal.signin.refused": "Nom d’utilisateur ou mot de passe incorrect.",
  "refusal.limit.stake": "Ce montant dépasse votre limite de mise.",
  "refusal.odds.changed": "Les cotes ont changé.",
} as const satisfies Record<RefusalKey, string>;
