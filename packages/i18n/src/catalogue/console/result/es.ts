import type { ResultKey } from "./en.ts";

export const es = {
  "approvalKind.race.correct": "Corrección de un resultado",
  "correct.open": "Corregir el resultado",
  "correct.title": "Corregir {race}",
  "correct.text":
    "La carrera se liquidó con {now}. Otro operador debe aprobar un resultado distinto; antes no se mueve nada.",
  "correct.field": "Resultado correcto",
  "correct.look": "Ver quién recibe qué",
  "correct.ask": "Pedir a otro operador",
  "correct.asked": "Otro operador debe aprobarlo.",
  "correct.same": "Es el resultado vigente.",
  "correct.reasonMissing": "Falta el motivo.",
  "correct.players": "Jugadores cuyo dinero cambia",
  "correct.sums": "{n} jugadores. Más: {up}. Menos: {down}. A cargo del club: {borne}.",
  "correct.nobody": "No cambia el dinero de nadie.",
  "correct.diff": "Diferencia",
  "correct.cash": "Saldo actual",
  "correct.held": "Retenido",
  "correct.borne": "Paga el club",
} as const satisfies Record<ResultKey, string>;
