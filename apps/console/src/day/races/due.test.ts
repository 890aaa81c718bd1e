import type { OperatorMeeting, RaceStatus } from "@club/contract";
import { expect, test } from "vitest";
import { allRows, dueRows, isLate, nextRow, rowsOf } from "./due.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

type Line = [no: number, status: RaceStatus, start: number, closed?: number];

function meeting(name: string, lines: readonly Line[]): OperatorMeeting {
  return {
    event_id: name,
    code: name,
    meetings: name,
    event_type: "Races",
    country: "AU",
    timezone: "UTC",
    date: "2026-11-21",
    currency: "AUD",
    rule_set: "AU_STD",
    dividends: "club",
    races: lines.map(([raceNo, status, start, closed]) => ({
      race_id: `${name}${raceNo}`,
      raceNo,
      name: "Handicap",
      start_time: at(start),
      status,
      distance_m: 1200,
      opened_at: null,
      closed_at: closed === undefined ? null : at(closed),
      runners: 9,
      scratched: 0,
      bets: 0,
      gross_cents: 0,
      result_waits_of: null,
    })),
  };
}

const ids = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.race.race_id);

const DAY = rowsOf([
  meeting("W", [
    [1, "settled", -90, -90],
    [2, "closed", -14, -14],
    [3, "open", 3],
    [4, "open", 40],
    [5, "draft", 20],
  ]),
  meeting("T", [
    [1, "abandoned", -60],
    [2, "interim", -8, -8],
    [3, "open", 8],
    [4, "final", -30, -29],
  ]),
]);

test("late comes first, the latest of all at the top; drafts come last; what is done is left out", () => {
  expect(ids(dueRows(DAY, NOON))).toEqual(["T4", "W2", "W3", "T3", "T2", "W4", "W5"]);
});

test("a result is late ten minutes after the close, an interim one twenty", () => {
  const late = DAY.filter((row) => isLate(row, NOON)).map((row) => row.race.race_id);
  expect(late).toEqual(["W2", "T4"]);
  const waiting = DAY.filter((row) => row.act !== "close");
  const twentyLater = waiting.filter((row) => isLate(row, NOON + 20 * 60_000));
  expect(ids(twentyLater)).toEqual(["W2", "T2", "T4"]);
});

test("an open race closes by itself; three seconds after its start, open still, it is late and first", () => {
  const [next] = DAY.filter((row) => row.act === "close").toSorted((a, b) => a.dueAt - b.dueAt);
  if (next === undefined) throw new Error("a race is open");
  expect([isLate(next, next.dueAt + 2999), isLate(next, next.dueAt + 3000)]).toEqual([false, true]);
  const open = dueRows(DAY, next.dueAt + 3000).filter((row) => row.act === "close");
  expect(open[0]).toBe(next);
});

test("the next race is the open one that jumps first, even while others are late", () => {
  expect(nextRow(DAY, NOON)?.race.race_id).toBe("W3");
  const nothingOpen = DAY.filter((row) => row.act !== "close");
  expect(nextRow(nothingOpen, NOON)?.race.race_id).toBe("T4");
  expect(nextRow([], NOON)).toBeUndefined();
});

test("the whole day stands in order of start", () => {
  expect(ids(allRows(DAY)).slice(0, 3)).toEqual(["W1", "T1", "T4"]);
  expect(allRows(DAY)).toHaveLength(DAY.length);
});
