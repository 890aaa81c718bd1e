import type { HandKey } from "./en.ts";

export const hand = {
  "hand.title": "El programa como formulario",
  "hand.code": "Código",
  "hand.country": "País",
  "hand.date": "Fecha",
  "hand.timezone": "Zona horaria",
  "hand.kind": "Tipo de carreras",
  "hand.dividends": "Dividendos",
  "hand.number": "Número",
  "hand.distance": "Distancia en metros",
  "hand.class": "Clase",
  "hand.handicap": "Hándicap",
  "hand.start": "Salida, hora local",
  "hand.form": "Últimas carreras",
  "hand.scratched": "Retirado",
  "hand.race": "Carrera {race}",
  "hand.runners.one": "{n} participante",
  "hand.runners.other": "{n} participantes",
  "hand.field": "Participantes de la carrera {race}",
  "hand.cell": "Carrera {race}, participante {runner}, {field}",
  "hand.addRunner": "Añadir un participante",
  "hand.addRunnerOf": "Añadir un participante a la carrera {race}",
  "hand.addRace": "Añadir una carrera",
  "hand.removeRunner": "Quitar al participante {runner} de la carrera {race}",
  "hand.removeRace": "Quitar la carrera {race}",
  "hand.runnerOut": "El participante {runner} ya no está en la carrera {race}.",
  "hand.raceOut": "La carrera {race} se ha quitado.",
  "hand.numberTaken": "Ya hay una carrera {race}.",
  "hand.replaced": "Lo que estaba escrito aquí se ha sustituido.",
  "hand.pasteHint":
    "Las filas copiadas de una hoja de cálculo se pegan en cualquier celda de los participantes: la llenan hacia la derecha y hacia abajo. Intro baja, y añade una fila después de la última.",
  "hand.pasted.one": "{n} fila rellenada.",
  "hand.pasted.other": "{n} filas rellenadas.",
  "hand.pastedPart.one":
    "{n} fila rellenada. Lo que quedaba a la derecha de la última columna no se ha pegado.",
  "hand.pastedPart.other":
    "{n} filas rellenadas. Lo que quedaba a la derecha de la última columna no se ha pegado.",
  "hand.asCsv": "El mismo programa en CSV",
  "hand.fault.quotes":
    "Hay comillas abiertas y sin cerrar. Ciérrelas: hasta entonces el formulario queda como estaba.",
  "hand.fault.columns":
    "Todavía no es un programa: la primera línea nombra las columnas, entre ellas meeting_code, race, number y name, y sigue una línea por participante.",
  "hand.back": "Volver al formulario",
} as const satisfies Record<HandKey, string>;
