import type { CardProblem } from "@club/contract";
import { type CardColumn, MEETING_COLUMNS, RACE_COLUMNS } from "@club/domain";
import { problem } from "./card.ts";

export type Line = Readonly<Partial<Record<CardColumn, string>>> & { readonly at: number };

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

function compare(
  line: Line,
  first: Line | undefined,
  columns: readonly CardColumn[],
): CardProblem[] {
  const place = { row: `line ${line.at}`, race: wholeOf(line.race), runner: wholeOf(line.number) };
  return columns
    .filter((column) => (line[column] ?? "") !== "" && line[column] !== first?.[column])
    .map((column) => problem(place, column, "line_differs"));
}

function wholeOf(text: string | undefined): number | undefined {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;
}
