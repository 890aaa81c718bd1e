import {
  type CardColumn,
  csvRows,
  type CsvSeparator,
  MEETING_COLUMNS,
  NEEDED_CARD_COLUMNS,
  parseCsv,
  RACE_COLUMNS,
  RUNNER_COLUMNS,
  type RunnerColumn,
  separatorOf,
  writeCsv,
} from "@club/domain";
import { laterStart } from "./card-start.ts";

/*
 * A card as a sheet: the text of its lines is what is kept, the form shows the sheet that it holds,
 * and what is typed into the form is written back. Columns that the club does not know, their order
 * and the separator stay as the text has them.
 */

export interface CardSheet {
  readonly separator: CsvSeparator;
  readonly head: readonly string[];
  /** One line per runner; a line may be shorter than the head. */
  readonly lines: readonly (readonly string[])[];
}

/** quotes: one is not closed. columns: the head of a card is missing, or it has no line. */
export type SheetFault = "quotes" | "columns";

/** What is done to a sheet: a cell typed, a block pasted, a race added. */
export type SheetChange = (sheet: CardSheet) => CardSheet;

/** The lines of a race, by their place in the sheet; lines of one number are one race. */
export interface SheetRace {
  readonly number: string;
  readonly lines: readonly [number, ...number[]];
}

/** A cell of a race's runners: the race and the row by their place, counted from zero. */
export interface CellPlace {
  readonly race: number;
  readonly row: number;
  readonly column: RunnerColumn;
}

type Fields = Readonly<Partial<Record<CardColumn, string>>>;

export function readSheet(csv: string): CardSheet | SheetFault {
  const text = csv.replace(/^\uFEFF/, "");
  const rows = parseCsv(text);
  if (rows === null) return "quotes";
  const [head = [], ...lines] = rows.map(({ cells }) => cells);
  const sheet = { separator: separatorOf(text), head, lines };
  const hasColumns = NEEDED_CARD_COLUMNS.every((column) => placeOf(sheet.head, column) >= 0);
  return hasColumns && lines.length > 0 ? sheet : "columns";
}

export function writeSheet({ head, lines, separator }: CardSheet): string {
  return writeCsv([head, ...lines], separator);
}

/** The text after a change; a text that cannot be read stays as it is. */
export function changeText(csv: string, change: SheetChange): string {
  const sheet = readSheet(csv);
  return typeof sheet === "string" ? csv : writeSheet(change(sheet));
}

/** As the server reads it: of two columns of one name the last. */
function placeOf(head: readonly string[], column: string): number {
  return head.findLastIndex((name) => name.trim().toLowerCase() === column);
}

export function cellOf({ head, lines }: CardSheet, line: number, column: CardColumn): string {
  return lines[line]?.[placeOf(head, column)] ?? "";
}

/** In the order in which the sheet first names them. */
export function racesOf(sheet: CardSheet): readonly SheetRace[] {
  const numbers = sheet.lines.map((_, line) => cellOf(sheet, line, "race").trim());
  const groups = Map.groupBy(numbers.keys(), (line) => numbers[line] ?? "");
  return [...groups].map(([number, lines]) => ({ number, lines: lines as [number, ...number[]] }));
}

/** Writes fields into some lines. A column that is not there comes behind the others, if needed. */
function setFields(sheet: CardSheet, changes: ReadonlyMap<number, Fields>): CardSheet {
  const said = [...changes.values()]
    .flatMap((fields) => Object.entries(fields))
    .filter(([name, value]) => value !== "" && placeOf(sheet.head, name) < 0);
  const head = [...sheet.head, ...new Set(said.map(([name]) => name))];
  const lines = sheet.lines.map((cells, line) => withFields(cells, head, changes.get(line)));
  return { ...sheet, head, lines };
}

function withFields(
  cells: readonly string[],
  head: readonly string[],
  fields: Fields | undefined,
): readonly string[] {
  if (fields === undefined) return cells;
  const made = Array.from(head, (_, at) => cells[at] ?? "");
  for (const [name, value] of Object.entries(fields)) {
    const at = placeOf(head, name);
    if (at >= 0) made[at] = value;
  }
  return made;
}

const inLines = (lines: Iterable<number>, fields: Fields): Map<number, Fields> =>
  new Map(Array.from(lines, (line) => [line, fields]));

/** A field of the meeting stands in every line. */
export const setMeeting =
  (fields: Fields): SheetChange =>
  (sheet) =>
    setFields(sheet, inLines(sheet.lines.keys(), fields));

/** A field of a race stands in each of its lines. */
export const setRace =
  (race: number, fields: Fields): SheetChange =>
  (sheet) =>
    setFields(sheet, inLines(racesOf(sheet)[race]?.lines ?? [], fields));

export const setCell = (at: CellPlace, value: string): SheetChange => pasteBlock(at, [[value]]);

/** Whether a race can have that number: one, and no other race has it. */
export function isFreeNumber(sheet: CardSheet, race: number, number: string): boolean {
  const others = racesOf(sheet).filter((_, at) => at !== race);
  return number.trim() !== "" && others.every((each) => each.number !== number.trim());
}

/**
 * Puts a block's cells into a race's runners, from one cell to the right and down; rows that are not
 * there are added. What lies beyond the last column is left out.
 */
export function pasteBlock(at: CellPlace, block: readonly (readonly string[])[]): SheetChange {
  return (before) => {
    const rows = racesOf(before)[at.race]?.lines.length ?? 0;
    const sheet = addRunners(at.race, at.row + block.length - rows)(before);
    const lines = racesOf(sheet)[at.race]?.lines.slice(at.row) ?? [];
    const columns = columnsFrom(at.column);
    const fieldsOf = (cells: readonly string[]): Fields =>
      Object.fromEntries(
        columns.slice(0, cells.length).map((column, i) => [column, cells[i] ?? ""] as const),
      );
    return setFields(
      sheet,
      new Map(lines.slice(0, block.length).map((line, i) => [line, fieldsOf(block[i] ?? [])])),
    );
  };
}

/** The columns that a block pasted there fills, the first one included. */
export function columnsFrom(column: RunnerColumn): readonly RunnerColumn[] {
  return RUNNER_COLUMNS.slice(RUNNER_COLUMNS.indexOf(column));
}

/** The cells of a block that was copied from a sheet; null for a single value. */
export function readBlock(text: string): string[][] | null {
  const copied = text.replaceAll(/\r\n?/g, "\n").replace(/\n$/, "");
  if (!/[\t\n]/.test(copied)) return null;
  const rows =
    csvRows(copied, "\t")?.map(({ cells }) => cells) ??
    // Quotes that some programs copy as they stand.
    copied.split("\n").map((line) => line.split("\t"));
  return rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim()));
}

/** Runners after the last one of a race, with the next numbers; the rest of them is empty. */
export function addRunners(race: number, count = 1): SheetChange {
  return (sheet) => {
    const found = racesOf(sheet)[race];
    const last = found?.lines.at(-1);
    if (found === undefined || last === undefined || count < 1) return sheet;
    const next = nextNumber(found.lines.map((line) => cellOf(sheet, line, "number")));
    const added = Array.from({ length: count }, (_, i) =>
      emptyRunner(sheet, last, String(next + i)),
    );
    return { ...sheet, lines: sheet.lines.toSpliced(last + 1, 0, ...added) };
  };
}

const SHARED: readonly CardColumn[] = [...MEETING_COLUMNS, "race", ...RACE_COLUMNS];

/** A line with the meeting and the race of another one, and nothing of its runner. */
function emptyRunner(sheet: CardSheet, like: number, number: string): readonly string[] {
  const { head, lines } = sheet;
  const shared = new Set(SHARED.map((column) => placeOf(head, column)));
  const line = head.map((_, at) => (shared.has(at) ? (lines[like]?.[at] ?? "") : ""));
  return withFields(line, head, { number, scratched: "no" });
}

/** Takes a runner out; the last one of a race stays, since its line holds the race. */
export function removeRunner(race: number, row: number): SheetChange {
  return (sheet) => {
    const lines = racesOf(sheet)[race]?.lines ?? [];
    const gone = lines[row];
    return gone === undefined || lines.length === 1 ? sheet : without(sheet, [gone]);
  };
}

/** A race after the others, with one empty runner; it has the meeting of the first line. */
export const addRace: SheetChange = (sheet) => {
  const races = racesOf(sheet);
  const { lines: [first] = [0] } = races.at(-1) ?? {};
  const fields: Fields = {
    race: String(nextNumber(races.map(({ number }) => number))),
    start_time: laterStart(cellOf(sheet, first, "start_time")),
    race_name: "",
    distance_m: "",
    class: "",
    handicap: "no",
    going: "",
    pools: "",
  };
  const line = emptyRunner(sheet, 0, "1");
  return setFields(
    { ...sheet, lines: [...sheet.lines, line] },
    new Map([[sheet.lines.length, fields]]),
  );
};

/** Takes a race out; the last one stays, since its lines hold the meeting. */
export function removeRace(race: number): SheetChange {
  return (sheet) => {
    const races = racesOf(sheet);
    return races.length === 1 ? sheet : without(sheet, races[race]?.lines ?? []);
  };
}

function without(sheet: CardSheet, gone: readonly number[]): CardSheet {
  return { ...sheet, lines: sheet.lines.filter((_, line) => !gone.includes(line)) };
}

/** One more than the highest whole number among some texts. */
function nextNumber(texts: readonly string[]): number {
  const numbers = texts.filter((text) => /^\s*\d{1,6}\s*$/.test(text)).map(Number);
  return Math.max(0, ...numbers) + 1;
}
