import type { MoneyKey } from "./en.ts";

export const fr = {
  "sandbox.title": "Carte de test",
  "sandbox.notice": "Ceci est un test : ni vraie carte, ni argent réel.",
  "sandbox.how": "Décidez de la réponse de la banque. Le prestataire de cartes en informe le club.",
  "sandbox.pay": "Payer {money}",
  "sandbox.decline": "La banque refuse",
  "sandbox.cancel": "Revenir au club sans payer",
} as const satisfies Record<MoneyKey, string>;
