import type { HandKey } from "./en.ts";

export const hand = {
  "hand.title": "Le programme en formulaire",
  "hand.code": "Code",
  "hand.country": "Pays",
  "hand.date": "Date",
  "hand.timezone": "Fuseau horaire",
  "hand.kind": "Discipline",
  "hand.dividends": "Rapports",
  "hand.number": "Numéro",
  "hand.distance": "Distance en mètres",
  "hand.class": "Classe",
  "hand.handicap": "Handicap",
  "hand.start": "Départ, heure locale",
  "hand.form": "Musique",
  "hand.scratched": "Non-partant",
  "hand.race": "Course {race}",
  "hand.runners.one": "{n} partant",
  "hand.runners.other": "{n} partants",
  "hand.field": "Partants de la course {race}",
  "hand.cell": "Course {race}, partant {runner}, {field}",
  "hand.addRunner": "Ajouter un partant",
  "hand.addRunnerOf": "Ajouter un partant à la course {race}",
  "hand.addRace": "Ajouter une course",
  "hand.removeRunner": "Retirer le partant {runner} de la course {race}",
  "hand.removeRace": "Retirer la course {race}",
  "hand.runnerOut": "Le partant {runner} est retiré de la course {race}.",
  "hand.raceOut": "La course {race} est retirée.",
  "hand.numberTaken": "Il y a déjà une course {race}.",
  "hand.replaced": "Ce qui était écrit ici est remplacé.",
  "hand.pasteHint":
    "Des lignes copiées d’un tableur se collent dans n’importe quelle case des partants : elles la remplissent vers la droite et vers le bas. Entrée descend, et ajoute une ligne après la dernière.",
  "hand.pasted.one": "{n} ligne est remplie.",
  "hand.pasted.other": "{n} lignes sont remplies.",
  "hand.pastedPart.one":
    "{n} ligne est remplie. Ce qui dépassait la dernière colonne est laissé de côté.",
  "hand.pastedPart.other":
    "{n} lignes sont remplies. Ce qui dépassait la dernière colonne est laissé de côté.",
  "hand.asCsv": "Le même programme en CSV",
  "hand.fault.quotes":
    "Un guillemet est ouvert et n’est pas fermé. Fermez-le : d’ici là, le formulaire reste tel qu’il était.",
  "hand.fault.columns":
    "Ce n’est pas encore un programme : la première ligne nomme les colonnes, dont meeting_code, race, number et name, et une ligne par partant suit.",
  "hand.back": "Retour au formulaire",
} as const satisfies Record<HandKey, string>;
