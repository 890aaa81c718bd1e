import type { ProfileKey } from "./en.ts";

export const fr = {
  "push.race.title": "{venue}, course {n}",
  "push.race.body": "Départ à {time}, heure de l’hippodrome.",
  "push.settled.title.one": "Votre pari est réglé",
  "push.settled.title.other": "{n} de vos paris sont réglés",
  "push.settled.body": "Ouvrez pour voir le résultat.",
  "push.topUp.title": "Votre dépôt est arrivé",
  "push.topUp.body": "Il est dans votre solde.",
} as const satisfies Record<ProfileKey, string>;
