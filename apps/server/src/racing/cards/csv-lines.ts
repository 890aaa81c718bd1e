import type { CardProblem } from "@club/contract";
import { problem } from "./card.ts";

/** Repeated in every line of a meeting. */
const MEETING_COLUMNS = [
  "meeting_code",
  "meeting_name",
  "country",
  "date",
  "timezone",
  "currency",
  "event_type",
  "rule_set",
  "dividends",
] as const;
/** Repeated in every line of a race. */
const RACE_COLUMNS = [
  "race_name",
  "distance_m",
  "class",
  "handicap",
  "going",
  "start_time",
  "pools",
] as const;

/** One line per runner; meeting and race columns are repeated in each. */
export const CSV_COLUMNS = [
  ...MEETING_COLUMNS,
  "race",
  ...RACE_COLUMNS,
  "number",
  "name",
  "barrier",
  "jockey",
  "trainer",
  "weight_kg",
  "form",
  "scratched",
  "comment",
] as const;
export type Column = (typeof CSV_COLUMNS)[number];
export type Line = Readonly<Partial<Record<Column, string>>> & { readonly at: number };

/**
 * Lines that differ from the first line of their meeting or race: two meetings in one file, or a
 * start changed in only one line. An empty cell is not a difference.
 */
export function differingLines(
  lines: readonly Line[],
  races: readonly (readonly Line[])[],
): CardProblem[] {
  const [first] = lines;
  const ofMeeting = lines.flatMap((line) => compare(line, first, MEETING_COLUMNS));
  const ofRaces = races.flatMap((race) =>
    race.flatMap((line) => compare(line, race[0], RACE_COLUMNS)),
  );
  return [...ofMeeting, ...ofRaces];
}

function compare(line: Line, first: Line | undefined, columns: readonly Column[]): CardProblem[] {
  const place = { row: `line ${line.at}`, race: wholeOf(line.race), runner: wholeOf(line.number) };
  return columns
    .filter((column) => (line[column] ?? "") !== "" && line[column] !== first?.[column])
    .map((column) => problem(place, column, "line_differs"));
}

function wholeOf(text: string | undefined): number | undefined {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;
}
