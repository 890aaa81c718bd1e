import type { ResultRun } from "@club/contract";

export interface ParsedRuns {
  readonly runs: readonly ResultRun[];
  /** Lines that cannot be read, as they were typed. */
  readonly faults: readonly string[];
}

const SEPARATORS = /[;\t|]/;
const CELLS = 4;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/**
 * One line for each runner, as a spreadsheet gives it: number; places at the calls, the last one at
 * the finish; lengths behind the winner; time. All but the number may be empty.
 */
export function parseRuns(text: string): ParsedRuns {
  const lines = text
    .normalize("NFKC")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const read = lines.map((line) => ({ line, run: readLine(line) }));
  return {
    runs: read.flatMap(({ run }) => (run === null ? [] : [run])),
    faults: read.flatMap(({ line, run }) => (run === null ? [line.trim()] : [])),
  };
}

function readLine(line: string): ResultRun | null {
  const cells = line.split(SEPARATORS).map((cell) => cell.trim());
  const [number = "", places = "", lengths = "", time = ""] = cells;
  const positions = places === "" ? [] : places.split(/[\s,-]+/);
  const margin = lengthsOf(lengths);
  const time_ms = timeOf(time);
  const isRead = [number, ...positions].every(isSaddle) && cells.length <= CELLS;
  if (!isRead || margin === undefined || time_ms === undefined) return null;
  return { number: Number(number), positions: positions.map(Number), margin, time_ms };
}

const isSaddle = (part: string): boolean => /^[1-9]\d?$/.test(part) && Number(part) <= 60;

/** Null for nothing, undefined for what is no figure. */
function lengthsOf(cell: string): number | null | undefined {
  if (cell === "") return null;
  return /^\d{1,3}([.,]\d{1,2})?$/.test(cell) ? Number(cell.replace(",", ".")) : undefined;
}

/** "1:10.45" or "58.30". */
function timeOf(cell: string): number | null | undefined {
  if (cell === "") return null;
  const found = /^(?:(\d{1,2}):)?(\d{1,2})[.,](\d{1,2})$/.exec(cell);
  if (found === null) return undefined;
  const [, minutes = "0", seconds = "0", part = "0"] = found;
  const hundredths = Number(part.padEnd(2, "0"));
  return Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS + hundredths * 10;
}

/** As the lines are typed. */
export function writeRuns(runs: readonly ResultRun[]): string {
  return runs
    .map(({ number, positions, margin, time_ms }) =>
      [String(number), positions.join(" "), String(margin ?? ""), timeText(time_ms)].join("; "),
    )
    .join("\n");
}

function timeText(ms: number | null): string {
  if (ms === null) return "";
  const seconds = ((ms % MINUTE_MS) / SECOND_MS).toFixed(2).padStart(5, "0");
  return `${Math.floor(ms / MINUTE_MS)}:${seconds}`;
}
