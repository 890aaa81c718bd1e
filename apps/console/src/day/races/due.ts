import type { OperatorMeeting } from "@club/contract";
import type { OperatorRaceLine } from "../../api/meetings.ts";

/** What a race waits for: the act that is due next. */
export type DueAct = "open" | "close" | "result" | "final" | "settle" | "none";

export interface RunRow {
  readonly race: OperatorRaceLine;
  readonly meeting: OperatorMeeting;
  readonly act: DueAct;
  /** When the act is due, in milliseconds. */
  readonly dueAt: number;
}

const MINUTE_MS = 60_000;
/** How long after the close a result, and the final one, may take before the desk is late. */
export const RESULT_WITHIN_MS = 10 * MINUTE_MS;
export const FINAL_WITHIN_MS = 20 * MINUTE_MS;

/** What is due for a race, and when. */
export function rowOf(meeting: OperatorMeeting, race: OperatorRaceLine): RunRow {
  const startMs = Date.parse(race.start_time);
  const closedMs = race.closed_at === null ? startMs : Date.parse(race.closed_at);
  const row = (act: DueAct, dueAt: number): RunRow => ({ race, meeting, act, dueAt });
  switch (race.status) {
    case "draft":
      return row("open", startMs);
    case "open":
      return row("close", startMs);
    case "closed":
      return row("result", closedMs + RESULT_WITHIN_MS);
    case "interim":
      return row("final", closedMs + FINAL_WITHIN_MS);
    case "final":
      return row("settle", closedMs + RESULT_WITHIN_MS);
    case "settled":
    case "abandoned":
      return row("none", startMs);
  }
}

export function rowsOf(meetings: readonly OperatorMeeting[]): RunRow[] {
  return meetings.flatMap((meeting) => meeting.races.map((race) => rowOf(meeting, race)));
}

/** A race closes by itself at its start; one that is still open this long after will not. */
export const CLOSE_WITHIN_MS = 3000;

/** Past its start and not closed: bets are refused anyway, but somebody must look. */
export function isNotClosed(row: RunRow, nowMs: number): boolean {
  return row.act === "close" && row.dueAt + CLOSE_WITHIN_MS <= nowMs;
}

/** Waits for the desk and is overdue. */
export function isLate(row: RunRow, nowMs: number): boolean {
  if (row.act === "close") return isNotClosed(row, nowMs);
  return ["result", "final", "settle"].includes(row.act) && row.dueAt <= nowMs;
}

/**
 * What is due: late first, then by time. Drafts come after running matters, since nothing is lost
 * while they wait. What is done is left out.
 */
export function dueRows(rows: readonly RunRow[], nowMs: number): RunRow[] {
  const rank = (row: RunRow) => (isLate(row, nowMs) ? 0 : row.act === "open" ? 2 : 1);
  return rows
    .filter((row) => row.act !== "none")
    .toSorted((a, b) => rank(a) - rank(b) || a.dueAt - b.dueAt || byName(a, b));
}

/** The whole day in order of start. */
export function allRows(rows: readonly RunRow[]): RunRow[] {
  return rows.toSorted(
    (a, b) => a.race.start_time.localeCompare(b.race.start_time) || byName(a, b),
  );
}

function byName(a: RunRow, b: RunRow): number {
  return a.meeting.meetings.localeCompare(b.meeting.meetings) || a.race.raceNo - b.race.raceNo;
}

/** The next race to jump: the open one with the earliest start, or else what is due first. */
export function nextRow(rows: readonly RunRow[], nowMs: number): RunRow | undefined {
  const due = dueRows(rows, nowMs);
  return due.find((row) => row.act === "close") ?? due[0];
}
