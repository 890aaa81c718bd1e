import type { ResultKey } from "./en.ts";

export const fr = {
  "approvalKind.race.correct": "Correction d’une arrivée",
  "correct.open": "Corriger l’arrivée",
  "correct.title": "Corriger {race}",
  "correct.text":
    "La course a été réglée avec {now}. Un second opérateur doit approuver une autre arrivée ; rien ne bouge avant.",
  "correct.field": "Arrivée exacte",
  "correct.look": "Voir qui reçoit quoi",
  "correct.ask": "Demander à un second opérateur",
  "correct.asked": "Un second opérateur doit l’approuver.",
  "correct.same": "C’est l’arrivée en vigueur.",
  "correct.reasonMissing": "Il manque le motif.",
  "correct.players": "Joueurs dont l’argent change",
  "correct.sums": "{n} joueurs. En plus : {up}. En moins : {down}. À la charge du club : {borne}.",
  "correct.nobody": "L’argent de personne ne change.",
  "correct.diff": "Différence",
  "correct.cash": "Solde actuel",
  "correct.held": "Bloqué",
  "correct.borne": "À charge du club",
} as const satisfies Record<ResultKey, string>;
