import type { ReplayKey } from "./en.ts";

export const es = {
  "replay.title": "Días rehechos",
  "replay.what":
    "Cada noche el club rehace cada día a partir de sus apuestas, resultados y reglas, y lo compara con las tablas.",
  "replay.broken": "No coinciden con las tablas: {days}",
  "replay.equal.one": "{n} comparación, igual",
  "replay.equal.other": "{n} comparaciones, todas iguales",
  "replay.differs": "difiere: {check}",
} as const satisfies Record<ReplayKey, string>;
