import type { ProfileKey } from "./en.ts";

export const es = {
  "push.race.title": "{venue}, carrera {n}",
  "push.race.body": "Sale a las {time}, hora del hipódromo.",
  "push.settled.title.one": "Su apuesta está liquidada",
  "push.settled.title.other": "{n} apuestas suyas están liquidadas",
  "push.settled.body": "Ábralo para ver el resultado.",
  "push.topUp.title": "Su recarga ha llegado",
  "push.topUp.body": "Está en su saldo.",
} as const satisfies Record<ProfileKey, string>;
