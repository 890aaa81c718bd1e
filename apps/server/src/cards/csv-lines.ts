import type { CardProblem } from "@club/contract";
import { problem } from "./card.ts";
import type { Column, Line } from "./csv-card.ts";

const OF_MEETING: readonly Column[] = [
  "meeting_code",
  "meeting_name",
  "country",
  "date",
  "timezone",
  "currency",
  "event_type",
  "rule_set",
  "dividends",
];
const OF_RACE: readonly Column[] = [
  "race_name",
  "distance_m",
  "class",
  "handicap",
  "going",
  "start_time",
  "pools",
];

/**
 * Lines that say something else of their meeting or race than its first line does: two meetings in one file, or a
 * start that was changed in one line alone. An empty cell says nothing.
 */
export function differingLines(
  lines: readonly Line[],
  races: readonly (readonly Line[])[],
): CardProblem[] {
  const [first] = lines;
  const ofMeeting = lines.flatMap((line) => compare(line, first, OF_MEETING));
  const ofRaces = races.flatMap((race) => race.flatMap((line) => compare(line, race[0], OF_RACE)));
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
