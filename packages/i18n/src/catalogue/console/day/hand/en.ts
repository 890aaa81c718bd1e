import type { Messages } from "../../../../translate.ts";

/** A card written by hand: its form, and the same as CSV. */
export const hand = {
  "hand.title": "The card as a form",
  "hand.code": "Code",
  "hand.country": "Country",
  "hand.date": "Date",
  "hand.timezone": "Time zone",
  "hand.kind": "Kind of racing",
  "hand.dividends": "Dividends",
  "hand.number": "Number",
  "hand.distance": "Distance in metres",
  "hand.class": "Class",
  "hand.handicap": "Handicap",
  "hand.start": "Start, local time",
  "hand.form": "Form",
  "hand.scratched": "Scratched",
  "hand.race": "Race {race}",
  "hand.runners.one": "{n} runner",
  "hand.runners.other": "{n} runners",
  "hand.field": "Field of race {race}",
  "hand.cell": "Race {race}, runner {runner}, {field}",
  "hand.addRunner": "Add a runner",
  "hand.addRunnerOf": "Add a runner to race {race}",
  "hand.addRace": "Add a race",
  "hand.removeRunner": "Take runner {runner} out of race {race}",
  "hand.removeRace": "Take out race {race}",
  "hand.runnerOut": "Runner {runner} is out of race {race}.",
  "hand.raceOut": "Race {race} is taken out.",
  "hand.numberTaken": "There is a race {race} already.",
  "hand.replaced": "What was written here is replaced.",
  "hand.pasteHint":
    "Rows copied from a spreadsheet can be pasted into any cell of the runners: they fill it to the right and down. Enter goes down, and adds a row after the last.",
  "hand.pasted.one": "{n} row is filled.",
  "hand.pasted.other": "{n} rows are filled.",
  "hand.pastedPart.one": "{n} row is filled. What was to the right of the last column is left out.",
  "hand.pastedPart.other":
    "{n} rows are filled. What was to the right of the last column is left out.",
  "hand.asCsv": "The same card as CSV",
  "hand.fault.quotes":
    "A quotation mark is opened and not closed. Close it: until then the form stays as it was.",
  "hand.fault.columns":
    "This is no card yet: the first line names the columns, among them meeting_code, race, number and name, and a line for each runner follows.",
  "hand.back": "Back to the form",
} as const satisfies Messages;

export type HandKey = keyof typeof hand;
